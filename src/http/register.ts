// The types of a noun's register.ts and ops-register.ts, which list its schemas and routes.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import type { CommitCache } from '../platform/http/cache/until-next-commit.ts'
import type { TargetRules } from '../webhooks/target.ts'

export type Shared = { cache: CommitCache; webhookTargets: TargetRules }
export type AddRoutes = (app: FastifyInstance, deps: Deps, shared: Shared) => void

export type Register = {
  /** Schemas that operations refer to by name. */
  schemas?: readonly object[]
  /** The API of businesses, with an API key. */
  v1?: readonly AddRoutes[]
  /** Routes without an API key. */
  open?: readonly AddRoutes[]
}

/** The operator's API; each route declares its roles. */
export type OpsRegister = { schemas?: readonly object[]; ops: readonly AddRoutes[] }
