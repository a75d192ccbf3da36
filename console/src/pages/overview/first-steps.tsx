// First steps for a new installation, with a link to demo data.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMayHandle } from '../../components/may-handle.ts'
import { Panel } from '../../components/page.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { DemoData } from './demo-data.tsx'

const STEPS = [
  { title: 'overview.stepBusiness', text: 'overview.stepBusinessText', href: '/businesses', link: 'overview.toBusinesses' },
  { title: 'overview.stepCards', text: 'overview.stepCardsText', href: '/cards', link: 'overview.toCards' },
  { title: 'overview.stepQuote', text: 'overview.stepQuoteText', href: '/quotes', link: 'overview.toQuote' },
  { title: 'overview.stepReceive', text: 'overview.stepReceiveText', href: '/receive', link: 'overview.toReceive' },
] as const

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

export const FirstSteps = () => {
  const isAdmin = useIsAdmin()
  const mayHandle = useMayHandle()
  return (
    <>
      {isAdmin && <LookAround />}
      <ol className="first-steps">
        {STEPS.filter(({ href }) => mayHandle || href !== '/receive').map(({ title, text, href, link }, index) => (
          <li key={title} className="panel">
            <span className="first-steps-place" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <Text fw={600}>{t(title)}</Text>
              <Text size="sm" c="dimmed">
                {t(text)}
              </Text>
            </div>
            <Button component={Link} href={href} variant="default" size="xs">
              {t(link)}
            </Button>
          </li>
        ))}
      </ol>
    </>
  )
}
