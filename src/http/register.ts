// Types for route registration: a function that adds routes, and the schemas and routes that one folder contributes to the operator's API.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import type { CommitCache } from '../platform/http/cache/until-next-commit.ts'
import type { TargetRules } from '../webhooks/target.ts'

export type Shared = { cache: CommitCache; webhookTargets: TargetRules }
export type AddRoutes = (app: FastifyInstance, deps: Deps, shared: Shared) => void

/** The schemas and routes that one folder contributes to the operator's API. */
export type OpsRegister = { schemas?: readonly object[]; ops: readonly AddRoutes[] }
