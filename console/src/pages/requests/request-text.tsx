// Status badges and mode names of logged requests.

import { Badge } from '@mantine/core'
import type { PlainKey } from '../../strings.ts'
import type { ListedRequest } from '../../wire.ts'

const colorOf = (status: number): string => {
  if (status >= 500) return 'red'
  return status >= 400 ? 'orange' : 'teal'
}

export const StatusBadge = ({ status }: { status: number }) => (
  <Badge variant="light" color={colorOf(status)}>
    {status}
  </Badge>
)

export const MODE_NAMES = {
  live: 'shell.modeLive',
  test: 'shell.modeTest',
  ops: 'requests.modeStaff',
} as const satisfies Record<ListedRequest['mode'], PlainKey>
