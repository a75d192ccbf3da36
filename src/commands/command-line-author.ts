// Who makes a change that was typed on the command line.

import type { Deps } from '../flows/deps.ts'
import type { Author } from '../store/audit/audit.ts'

const REQUEST_BYTES = 8

export const commandLineAuthor = (deps: Deps): Author => ({
  actor: 'command-line',
  requestId: `cli-${deps.random(REQUEST_BYTES).toHex()}`,
  at: deps.clock(),
})
