// Authors of changes that tests make without the API.

import type { Deps } from '../../../src/flows/deps.ts'
import type { Author } from '../../../src/store/audit/audit.ts'

export const byTest = (deps: Pick<Deps, 'clock'>): Author => ({ actor: 'test', requestId: 'test', at: deps.clock() })
