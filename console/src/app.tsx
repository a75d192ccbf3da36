// The root component: providers, session, and the page for the current URL.

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Route, Router, Switch } from 'wouter'
import { ApiError, whenSignedOut } from './api.ts'
import { ConfirmProvider } from './components/dialogs.tsx'
import { ErrorBoundary } from './components/states.tsx'
import { clearOfflineStore, onStoredElsewhere } from './offline-store.ts'
import { dropExpiredScans } from './queue/queued-scans.ts'
import { dropExpired } from './queue/sender.ts'
import { ScopeProvider } from './scope.tsx'
import { CALLER_ENTRY, SESSION_KEY } from './session.tsx'
import { Invitation, SetUp } from './shell/create-account.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { isSigningOut, onSigningOut } from './sign-out.ts'
import { styleNonce } from './style-nonce.ts'
import { cssVariables, theme } from './theme.ts'

const FRESH_MS = 10_000
const RETRIES = 2

const isWorthRetrying = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)

const createQueryClient = (): QueryClient => {
  // The online manager of TanStack Query only notices changes. Without this call, the manager would assume a connection even if the page
  // opens offline.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < RETRIES && isWorthRetrying(error) },
      mutations: { retry: false },
    },
  })
}

const BASE = '/console'
const client = createQueryClient()
whenSignedOut(() => {
  client.setQueryData(SESSION_KEY, null)
  clearOfflineStore()
})
// A sign-out or sign-in in one tab applies to all tabs.
onSigningOut(() => {
  if (isSigningOut()) client.setQueryData(SESSION_KEY, null)
})
onStoredElsewhere(CALLER_ENTRY, () => void client.invalidateQueries({ queryKey: SESSION_KEY }))
dropExpired()
dropExpiredScans()

export const App = () => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={styleNonce}>
    <QueryClientProvider client={client}>
      <Router base={BASE}>
        <Notifications position="bottom-right" />
        <ErrorBoundary>
          <ConfirmProvider>
            <Switch>
              <Route path="/setup" component={SetUp} />
              <Route path="/invitation" component={Invitation} />
              <Route>
                <ScopeProvider>
                  <SignedIn />
                </ScopeProvider>
              </Route>
            </Switch>
          </ConfirmProvider>
        </ErrorBoundary>
      </Router>
    </QueryClientProvider>
  </MantineProvider>
)
