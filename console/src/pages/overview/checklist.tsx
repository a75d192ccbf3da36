// The onboarding checklist, shown until every step is done.

import { Text } from '@mantine/core'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/page.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Overview, Role } from '../../wire.ts'

type Step = keyof Overview['onboarding']

const STEPS = [
  { step: 'first_key', href: '/businesses', roles: ['admin'] },
  { step: 'own_rate_card', href: '/cards', roles: ['admin'] },
  { step: 'business_terms', href: '/businesses', roles: ['admin'] },
  { step: 'warehouse_address', href: '/operator', roles: ['admin'] },
  { step: 'colleague_invited', href: '/staff', roles: ['admin'] },
  { step: 'first_receipt', href: '/receive', roles: ['admin', 'warehouse'] },
] as const satisfies readonly { step: Step; href: string; roles: readonly Role[] }[]

export const Checklist = ({ onboarding }: Pick<Overview, 'onboarding'>) => {
  const { role } = useSession()
  const done = STEPS.filter(({ step }) => onboarding[step]).length
  if (done === STEPS.length) return null
  return (
    <Panel title={t('overview.checklist')} lead={t('overview.checklistDone', { done, all: STEPS.length })} flush>
      <ol className="overview-list checklist">
        {STEPS.map(({ step, href, roles }) => {
          const mayOpen = (roles as readonly Role[]).includes(role)
          const isDone = onboarding[step]
          return (
            <li key={step} data-done={isDone}>
              <span className="checklist-mark" role="img" aria-label={t(isDone ? 'overview.stepDone' : 'overview.stepOpen')}>
                {isDone && <Icon name="check" sizePx={16} />}
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
                <Hint>{t(`overview.step_${step}_text`)}</Hint>
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
