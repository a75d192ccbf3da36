// The status of an answer, in the colour of its class.

import { Badge } from '@mantine/core'

const colorOf = (status: number): string => {
  if (status >= 500) return 'red'
  return status >= 400 ? 'orange' : 'teal'
}

export const StatusBadge = ({ status }: { status: number }) => (
  <Badge variant="light" color={colorOf(status)}>
    {status}
  </Badge>
)
