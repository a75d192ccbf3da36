// /ops/v1, the operator's API: authentication, idempotency, and all routes.

import { compressAnswers } from '../platform/http/compression.ts'
import { NOUNS } from './nouns.ts'
import type { AddRoutes } from './register.ts'
import { answerOnce, takesIdempotencyKey } from './requests/idempotency.ts'
import { admitStaff } from './staff/auth.ts'

export const opsRoutes: AddRoutes = (app, deps, shared) => {
  admitStaff(app, deps)
  answerOnce(app, deps, ({ staff, pattern }) => (staff && takesIdempotencyKey(pattern) ? { holderId: staff.staff.id, mode: 'ops' } : null))
  compressAnswers(app)
  for (const { ops = [] } of NOUNS) for (const add of ops) add(app, deps, shared)
}
