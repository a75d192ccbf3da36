// What the modes of logged requests are called.

import type { PlainKey } from '../../strings.ts'
import type { ListedRequest } from '../../wire.ts'

export const MODE_NAMES = {
  live: 'shell.modeLive',
  test: 'shell.modeTest',
  ops: 'requests.modeStaff',
} as const satisfies Record<ListedRequest['mode'], PlainKey>
