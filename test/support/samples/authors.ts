// The author to record when a test makes a change without the API.

import type { Deps } from '../../../src/flows/deps.ts'
import type { Author } from '../../../src/store/audit/audit.ts'

export const byTest = (deps: Pick<Deps, 'clock'>): Author => ({ actor: 'test', requestId: 'test', at: deps.clock() })
