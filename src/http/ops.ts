// /ops/v1, the operator's API: authentication, idempotency, and all routes.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import { compressAnswers } from '../platform/http/compression.ts'
import { OPS_NOUNS } from './ops-nouns.ts'
import type { OpsRegister, Shared } from './register.ts'
import { answerOnce, takesIdempotencyKey } from './requests/idempotency.ts'
import { admitStaff } from './staff/auth.ts'

export const loadOps = async (): Promise<OpsRegister[]> => {
  const loaded: OpsRegister[] = []
  for (const load of OPS_NOUNS) {
    loaded.push(await load())
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
