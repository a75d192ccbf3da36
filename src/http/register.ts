// How the routes of a noun are added to the application, and what a noun exports for the operator's API.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import type { CommitCache } from '../platform/http/cache/until-next-commit.ts'
import type { TargetRules } from '../webhooks/target.ts'

export type Shared = { cache: CommitCache; webhookTargets: TargetRules }
export type AddRoutes = (app: FastifyInstance, deps: Deps, shared: Shared) => void

/** The operator's API; each route declares its roles. */
export type OpsRegister = { schemas?: readonly object[]; ops: readonly AddRoutes[] }
