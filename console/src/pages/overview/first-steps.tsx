// The first steps on a new installation. Test mode can be filled with demo data.

import { Group, Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { DialogButton, PlainButton } from '../../components/buttons.tsx'
import { FormDialog, selected } from '../../components/form.tsx'
import { Panel } from '../../components/page.tsx'
import { businessOption, notifyDone, useBusinessQuery } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Business, DemoExtent, Overview } from '../../wire.ts'
import { Checklist } from './panels.tsx'

type ChoiceProps = { businesses: readonly Business[]; value: string | null; onPick: (id: string | null) => void; error: string | undefined }

const Choice = ({ businesses, value, onPick, error }: ChoiceProps) =>
  businesses.length === 0 ? (
    <Text size="sm">
      {t('overview.demoNoBusiness')} <PageLink href="/businesses">{t('businesses.title')}</PageLink>
    </Text>
  ) : (
    <Select
      label={t('records.business')}
      description={t('overview.demoBusinessHint')}
      data={businesses.map(businessOption)}
      {...selected(value, onPick, error)}
      data-autofocus
    />
  )

const DemoData = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const { businessId } = useScope()
  const [picked, setPicked] = useState(businessId)
  const [isRunning, setIsRunning] = useState(false)
  const query = useBusinessQuery()
  const chosen = picked ?? query.data?.items[0]?.business_id ?? null
  const fill = async () => {
    setIsRunning(true)
    try {
      const made = await api.send<DemoExtent>('POST', '/ops/v1/demo_data', { business_id: chosen })
      notifyDone(t('overview.demoDone', made))
      onClose()
      await client.invalidateQueries()
    } finally {
      setIsRunning(false)
    }
  }
  return (
    <FormDialog title={t('overview.demo')} submitLabel={t('overview.demo')} onSubmit={fill} onClose={onClose}>
      {(errorOf) => {
        const error = errorOf('business_id')
        return (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t(isRunning ? 'overview.demoRunning' : 'overview.demoLead')}
            </Text>
            <QueryView query={query}>
              {({ items }) => <Choice businesses={items} value={chosen} onPick={setPicked} error={error} />}
            </QueryView>
          </>
        )
      }}
    </FormDialog>
  )
}

const LookAround = () => {
  const { mode, setMode } = useScope()
  const isTest = mode === 'test'
  return (
    <Panel title={t('overview.lookAround')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={720}>
          {t(isTest ? 'overview.demoLead' : 'overview.lookAroundLive')}
        </Text>
        {isTest ? (
          <DialogButton label={t('overview.demo')} variant="filled" dialog={(close) => <DemoData onClose={close} />} />
        ) : (
          <PlainButton label={t('search.toTest')} onClick={() => setMode('test')} />
        )}
      </Group>
    </Panel>
  )
}

export const FirstSteps = ({ onboarding }: Pick<Overview, 'onboarding'>) => {
  const isAdmin = useIsAdmin()
  return (
    <>
      {isAdmin && <LookAround />}
      <Checklist onboarding={onboarding} isExplained />
    </>
  )
}
