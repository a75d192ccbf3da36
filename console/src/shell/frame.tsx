// The layout around every page: header, navigation, and the test-mode banner.

import { AppShell, Box, Burger, Group, Stack, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link, matchRoute, useLocation, useRouter } from 'wouter'
import { LiveUpdates } from '../live/live-updates.tsx'
import { QueueRunner } from '../queue/queue-runner.tsx'
import type { RegisteredPage } from '../registry.ts'
import { PAGES } from '../registry.ts'
import { useScope, useScopeOfAddress } from '../scope.tsx'
import { t } from '../strings.ts'
import { ZoneOfBusiness } from '../time/zone.tsx'
import { AccountMenu } from './account-menu.tsx'
import { OperatorsLogo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { QueueBadge } from './queue-badge.tsx'
import { ScanBox } from './scan-box.tsx'
import { ScanProvider } from './scan-context.tsx'
import { ScopeControls } from './scope-controls.tsx'

const HEADER_PX = { base: 108, sm: 60 }
/** Below, the menu opens over the page, and the scope's controls move into it. */
const WIDE = '(min-width: 62em)'

const TestModeNotice = () => (
  <>
    <div className="mode-test-line" />
    <Text size="xs" ta="center" py={4} className="mode-test-text">
      {t('shell.modeTestNotice')}
    </Text>
  </>
)

/** Undefined: no page is at this address. */
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
          <AppShell.Section grow p="sm" className="nav-scroll">
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
