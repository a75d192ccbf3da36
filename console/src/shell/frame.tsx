// The layout around every page: header, navigation, and the test-mode banner.

import { AppShell, Badge, Box, Burger, Group, Select, Stack, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link, matchRoute, useLocation, useRouter } from 'wouter'
import { useBusinessOptions } from '../components/queries.ts'
import { LiveUpdates } from '../live/live-updates.tsx'
import { useIsConnected } from '../queue/connection.ts'
import { useEntriesOf } from '../queue/entries.ts'
import { QueueRunner } from '../queue/queue-runner.tsx'
import type { RegisteredPage } from '../registry.ts'
import { PAGES } from '../registry.ts'
import { ModeSwitch, useScope, useScopeOfAddress } from '../scope.tsx'
import { useSession } from '../session.tsx'
import { t } from '../strings.ts'
import { ZoneOfBusiness } from '../time.tsx'
import { AccountMenu } from './account-menu.tsx'
import { OperatorsLogo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { ScanBox } from './scan-box.tsx'
import { ScanProvider } from './scan-context.tsx'
import { SiteQuestion } from './work-site.tsx'

const BusinessFilter = () => {
  const { businessId, setBusinessId } = useScope()
  const options = useBusinessOptions()
  return (
    <Select
      aria-label={t('records.business')}
      placeholder={t('shell.allBusinesses')}
      data={options}
      value={options.some(({ value }) => value === businessId) ? businessId : null}
      onChange={setBusinessId}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('shell.allBusinesses') }}
      w={{ base: '100%', md: 200 }}
    />
  )
}

const ScopeControls = ({ hasMode }: { hasMode: boolean }) => (
  <>
    <BusinessFilter />
    {hasMode && <ModeSwitch label={t('shell.mode')} />}
  </>
)

const QueueBadge = () => {
  const isConnected = useIsConnected()
  const entries = useEntriesOf(useSession().staff.staff_id)
  const refused = entries.filter(({ refusal }) => refusal !== null).length
  const waiting = entries.length - refused
  if (isConnected && entries.length === 0) return null
  return (
    <Link href="/receive" className="plain-link" title={t('scan.queueHint')}>
      <Group gap={4} wrap="nowrap" role="status">
        {!isConnected && (
          <Badge color="#8a4700" variant="filled" className={waiting > 0 ? 'narrow-hidden' : 'queue-badge'}>
            {t('scan.isOffline')}
          </Badge>
        )}
        {waiting > 0 && (
          <Badge color={isConnected ? 'harbour.7' : '#8a4700'} variant="filled" className={refused > 0 ? 'narrow-hidden' : 'queue-badge'}>
            {t('scan.waiting', { count: waiting })}
          </Badge>
        )}
        {refused > 0 && (
          <Badge color="red.9" variant="filled" className="queue-badge">
            {t('scan.refused', { count: refused })}
          </Badge>
        )}
      </Group>
    </Link>
  )
}

const HEADER_PX = { base: 108, sm: 60 }
/** On screens narrower than this, the navigation opens over the page and contains the controls for mode and business. */
const WIDE = '(min-width: 62em)'

const TestModeNotice = () => (
  <>
    <div className="mode-test-line" />
    <Text size="xs" ta="center" py={4} className="mode-test-text">
      {t('shell.modeTestNotice')}
    </Text>
  </>
)

const usePage = (): RegisteredPage | undefined => {
  const [location] = useLocation()
  const { parser } = useRouter()
  return PAGES.find(({ path }) => matchRoute(parser, path, location)[0])
}

export const Frame = ({ children }: { children: ReactNode }) => {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const { mode, businessId } = useScope()
  const bothModes = usePage()?.bothModes
  const hasMode = bothModes === undefined
  useScopeOfAddress(hasMode)
  const isTest = hasMode && mode === 'test'
  return (
    <ScanProvider>
      <QueueRunner />
      <LiveUpdates />
      <SiteQuestion />
      <AppShell
        header={{ height: HEADER_PX }}
        navbar={{ width: 224, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'sm', sm: 'lg' }}
      >
        <a className="skip-link" href="#content">
          {t('shell.skip')}
        </a>
        <AppShell.Header className="no-print">
          <div className="header">
            <Group gap="xs" wrap="nowrap">
              <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('shell.menu')} />
              <Link href="/" className="plain-link">
                <OperatorsLogo />
              </Link>
            </Group>
            <div className="header-scan">
              <ScanBox />
            </div>
            <Group gap="xs" wrap="nowrap" className="header-controls">
              <QueueBadge />
              {isWide && <ScopeControls hasMode={hasMode} />}
              <AccountMenu />
            </Group>
          </div>
        </AppShell.Header>
        <AppShell.Navbar className="no-print">
          <AppShell.Section grow px="sm" py="xs" className="nav-scroll">
            {!isWide && (
              <Stack gap="xs" pb="md">
                <ScopeControls hasMode={hasMode} />
              </Stack>
            )}
            <Navigation onNavigate={close} />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          {isTest && <TestModeNotice />}
          <Box maw={1280} mx="auto" pt={isTest ? 'xs' : 0}>
            {bothModes && (
              <Text size="sm" pb="xs" c="dimmed">
                {t(bothModes)}
              </Text>
            )}
            <ZoneOfBusiness businessId={businessId}>{children}</ZoneOfBusiness>
          </Box>
        </AppShell.Main>
      </AppShell>
    </ScanProvider>
  )
}
