// Shadow re-pricing: computes what the quotes of a period would have cost with a trial card or a trial exchange rate.

import { Button, Group, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { selected } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { ErrorState, Loading } from '../../../components/states.tsx'
import { ModeSwitch, useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { ShadowReport } from '../../../wire.ts'
import { ShadowResult } from './shadow-result.tsx'

const PERIODS = [
  { value: '7d', label: t('cards.days7') },
  { value: '30d', label: t('cards.days30') },
  { value: '90d', label: t('cards.days90') },
  { value: '365d', label: t('cards.days365') },
]
const PERIOD_DEFAULT = '30d'

/** A card, as `id@version`, or an exchange rate, as `USD/NGN=1500`. */
type Trial = { card: string } | { fx: string }

export const ShadowPanel = ({ trial, isReady = true, children }: { trial: Trial; isReady?: boolean; children?: ReactNode }) => {
  const { mode } = useScope()
  const [since, setSince] = useState<string>(PERIOD_DEFAULT)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.send<ShadowReport>('POST', '/ops/v1/cards/shadow', { ...trial, since, mode }),
  })
  return (
    <Panel
      title={t('cards.shadow')}
      lead={t('cards.shadowLead', { mode: t(`cards.${mode}`) })}
      actions={<ModeSwitch label={t('cards.shadowMode')} size="xs" />}
    >
      <Group align="flex-end" gap="sm">
        {children}
        <Select label={t('cards.period')} data={PERIODS} {...selected(since, setSince)} />
        <Button variant="light" onClick={() => mutate()} loading={isPending} disabled={!isReady}>
          {t('cards.run')}
        </Button>
      </Group>
      {isPending && <Loading />}
      {!isPending && error && <ErrorState error={error} onRetry={() => mutate()} />}
      {!isPending && data && <ShadowResult report={data} />}
    </Panel>
  )
}
