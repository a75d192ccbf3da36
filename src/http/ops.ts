// /ops/v1, the operator's API: authentication, idempotency, and all routes.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import { compressAnswers } from '../platform/http/compression.ts'
import type { OpsRegister, Shared } from './register.ts'
import { answerOnce, takesIdempotencyKey } from './requests/idempotency.ts'
import { admitStaff } from './staff/auth.ts'

/**
 * The modules with the operator's routes, in the order in which the API document lists the routes. They are loaded one at a time, so that
 * the server can answer requests in between.
 */
const NOUNS: readonly (() => Promise<{ register: OpsRegister }>)[] = [
  () => import('./quotes/ops-routes.ts'),
  () => import('./packages/ops-register.ts'),
  () => import('./customers/ops-routes.ts'),
  () => import('./inbound/ops-routes.ts'),
  () => import('./events/ops-register.ts'),
  () => import('./requests/ops-routes.ts'),
  () => import('./billing/ops-register.ts'),
  () => import('./tasks/ops-routes.ts'),
  () => import('./messages/ops-register.ts'),
  () => import('./staff/ops-register.ts'),
  () => import('./businesses/ops-register.ts'),
  () => import('./members/ops-routes.ts'),
  () => import('./audit/ops-routes.ts'),
  () => import('./pricing/ops-register.ts'),
  () => import('./shadow/ops-routes.ts'),
  () => import('./operator/ops-routes.ts'),
  () => import('./receiving/ops-register.ts'),
  () => import('./shipments/ops-register.ts'),
  () => import('./sites/ops-routes.ts'),
  () => import('./places/ops-register.ts'),
  () => import('./overview/ops-routes.ts'),
  () => import('./storage/ops-routes.ts'),
  () => import('./booking/ops-routes.ts'),
]

export const loadOps = async (): Promise<OpsRegister[]> => {
  const loaded: OpsRegister[] = []
  for (const load of NOUNS) {
    loaded.push((await load()).register)
    await nextTurn()
  }
  return loaded
}

export const opsRoutes = (app: FastifyInstance, deps: Deps, shared: Shared, nouns: readonly OpsRegister[]): void => {
  admitStaff(app, deps)
  answerOnce(app, deps, ({ staff, pattern }) => (staff && takesIdempotencyKey(pattern) ? { holderId: staff.staff.id, mode: 'ops' } : null))
  compressAnswers(app)
  app.register(async (routes) => {
    for (const { ops } of nouns) {
      await nextTurn()
      for (const add of ops) add(routes, deps, shared)
    }
  })
}
