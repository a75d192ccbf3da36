// First steps for a new installation, with a way to demo data.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../components/page.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Overview } from '../../wire.ts'
import { Checklist } from './checklist.tsx'
import { DemoData } from './demo-data.tsx'

const LookAround = () => {
  const { mode, setMode } = useScope()
  const [isAsking, setIsAsking] = useState(false)
  const isTest = mode === 'test'
  return (
    <Panel title={t('overview.lookAround')}>
      {isAsking && <DemoData onClose={() => setIsAsking(false)} />}
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={720}>
          {t(isTest ? 'overview.demoLead' : 'overview.lookAroundLive')}
        </Text>
        {isTest ? (
          <Button onClick={() => setIsAsking(true)}>{t('overview.demo')}</Button>
        ) : (
          <Button variant="default" onClick={() => setMode('test')}>
            {t('overview.toTestMode')}
          </Button>
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
      <Checklist onboarding={onboarding} />
    </>
  )
}
