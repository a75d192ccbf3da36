// The outcome of a bulk action for each package.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Hint, PageLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'

/** The most that the server takes in one request. */
const AT_ONCE_MAX = 500

export type Outcome = { id: string; number: string; refusal: string | null }

export const inBatches = <T,>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE_MAX) }, (_, batch) => all.slice(batch * AT_ONCE_MAX, (batch + 1) * AT_ONCE_MAX))

export const OutcomesDialog = ({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) => {
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  return (
    <Modal opened onClose={onClose} title={t('packages.outcomeTitle', { failed: refused.length, count: outcomes.length })}>
      <Stack>
        <Hint>{t('packages.outcomeLead')}</Hint>
        <ul className="happenings">
          {refused.map(({ id, number, refusal }) => (
            <li key={id}>
              <PageLink href={`/packages/${id}`}>{number}</PageLink>
              <Text size="sm">{refusal}</Text>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('shell.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
