// A progress bar for work that is done in parts.

import { Progress, Stack } from '@mantine/core'
import { formatNumber } from '../format.ts'
import { t } from '../strings.ts'
import { Hint } from './text.tsx'

export const PartsDone = ({ done, total }: { done: number; total: number }) => {
  const text = t('records.partsDone', { done: formatNumber(done), total: formatNumber(total) })
  return (
    <Stack gap={4} role="status">
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={text} />
      <Hint>{text}</Hint>
    </Stack>
  )
}
