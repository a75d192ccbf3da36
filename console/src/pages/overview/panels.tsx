// Panels of the overview: shipments that depart soon or are late, health of the carriers, onboarding steps until all are done.

import { Badge, Group, Text } from '@mantine/core'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/page.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { CarrierHealth, Leaving, Overview, Role } from '../../wire.ts'
import type { AtSite } from './counts.tsx'

const DEPARTURES_MAX = 4

type DeparturesProps = { leaving: readonly Leaving[]; at: string; atSite: AtSite }

export const Departures = ({ leaving, at, atSite }: DeparturesProps) => {
  const all = <PageLink href={atSite('/shipments?status=open')}>{t('overview.allShipments')}</PageLink>
  return (
    <Panel title={t('overview.leaving')} lead={t('overview.leavingLead')} actions={all} flush>
      {leaving.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('overview.nothingLeaving')}
        </Text>
      ) : (
        <ul className="overview-list">
          {leaving.slice(0, DEPARTURES_MAX).map(({ shipment_id: id, number, carrier, etd }) => (
            <li key={id}>
              <div>
                <PageLink href={`/shipments/${id}`} fw={550}>
                  {number ?? id}
                </PageLink>
                <Hint size="xs">{carrier}</Hint>
              </div>
              <Group gap={6} justify="flex-end">
                {etd < at && (
                  <Badge variant="filled" color="#8a4700">
                    {t('overview.late')}
                  </Badge>
                )}
                <Text size="sm" component="span">
                  <Moment at={etd} />
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

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

type Step = keyof Overview['onboarding']

const STEPS = [
  { step: 'first_key', href: '/businesses', roles: ['admin'] },
  { step: 'own_rate_card', href: '/cards', roles: ['admin'] },
  { step: 'business_terms', href: '/businesses', roles: ['admin'] },
  { step: 'warehouse_address', href: '/operator', roles: ['admin'] },
  { step: 'colleague_invited', href: '/staff', roles: ['admin'] },
  { step: 'first_receipt', href: '/receive', roles: ['admin', 'warehouse'] },
] as const satisfies readonly { step: Step; href: string; roles: readonly Role[] }[]

type ChecklistProps = Pick<Overview, 'onboarding'> & { isExplained?: boolean }

export const Checklist = ({ onboarding, isExplained = false }: ChecklistProps) => {
  const { role } = useSession()
  const done = STEPS.filter(({ step }) => onboarding[step]).length
  if (done === STEPS.length) return null
  return (
    <Panel title={t('overview.checklist')} lead={t('overview.checklistDone', { done, all: STEPS.length })} flush>
      <ol className="overview-list checklist" data-explained={isExplained}>
        {STEPS.map(({ step, href, roles }) => {
          const mayOpen = (roles as readonly Role[]).includes(role)
          const isDone = onboarding[step]
          return (
            <li key={step} data-done={isDone}>
              <span className="checklist-mark" role="img" aria-label={t(isDone ? 'overview.stepDone' : 'overview.stepOpen')}>
                {isDone && <Icon name="check" sizePx={14} />}
              </span>
              <div>
                {mayOpen ? (
                  <PageLink href={href} fw={550}>
                    {t(`overview.step_${step}`)}
                  </PageLink>
                ) : (
                  <Text size="sm" fw={550}>
                    {t(`overview.step_${step}`)}
                  </Text>
                )}
                {isExplained && <Hint>{t(`overview.step_${step}_text`)}</Hint>}
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
