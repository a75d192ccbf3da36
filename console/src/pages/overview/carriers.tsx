// The health of the carriers.

import { Badge, Group, Text } from '@mantine/core'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { CarrierHealth } from '../../wire.ts'

const STATES = {
  ok: { name: 'overview.ok', color: 'teal.7' },
  failing: { name: 'overview.failing', color: 'orange.7' },
  open: { name: 'overview.paused', color: 'red.7' },
} as const

const Health = ({ health }: { health: CarrierHealth }) => {
  const { name, color } = STATES[health.state]
  const isUnasked = health.last_success_at === null && health.last_failure_at === null
  return (
    <li>
      <div>
        <Text size="sm" fw={550}>
          {health.carrier}
        </Text>
        {health.state !== 'ok' && (
          <Text size="xs" c="var(--mantine-color-error)">
            {health.last_failure}
          </Text>
        )}
      </div>
      <Group gap="sm" justify="flex-end">
        {health.last_success_at !== null && (
          <Hint size="xs">
            {t('overview.lastSuccess')} <Moment at={health.last_success_at} />
          </Hint>
        )}
        {health.state !== 'ok' && health.last_failure_at !== null && (
          <Hint size="xs">
            {t('overview.lastFailure')} <Moment at={health.last_failure_at} />
          </Hint>
        )}
        <Badge variant="dot" color={isUnasked ? 'gray.6' : color}>
          {t(isUnasked ? 'overview.notYet' : name)}
        </Badge>
      </Group>
    </li>
  )
}

export const Carriers = ({ carriers }: { carriers: readonly CarrierHealth[] }) => (
  <Panel title={t('overview.carriers')} lead={t('overview.carriersLead')} flush>
    {carriers.length === 0 ? (
      <Text size="sm" c="dimmed" px="md" pb="md">
        {t('overview.noCarriers')}
      </Text>
    ) : (
      <ul className="overview-list">
        {carriers.map((health) => (
          <Health key={health.carrier} health={health} />
        ))}
      </ul>
    )}
  </Panel>
)
