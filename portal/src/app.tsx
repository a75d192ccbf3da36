// The root component: providers, the session, and the page for the current URL.

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { ApiError } from '../../web/errors.ts'
import { ErrorBoundary } from './components/states.tsx'
import { Toasts } from './components/toast.tsx'
import { SESSION_KEY, useBrandColour } from './session.tsx'
import { SignedIn } from './shell/signed-in.tsx'

const LinkSignIn = lazy(() => import('./shell/link-sign-in.tsx'))

const BASE = '/portal'
const FRESH_MS = 10_000
const RETRIES = 2

const isWorthRetrying = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)

/** After these HTTP statuses, the session is read again: it may have ended, or the person's role or access may have been taken away. */
const DOUBTFUL = [401, 403, 404]

const recheckSession = (error: Error): void => {
  if (!(error instanceof ApiError) || !DOUBTFUL.includes(error.status)) return
  if (client.isFetching({ queryKey: SESSION_KEY }) === 0) void client.invalidateQueries({ queryKey: SESSION_KEY })
}

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: recheckSession }),
  mutationCache: new MutationCache({ onError: recheckSession }),
  defaultOptions: {
    // Reads do not wait for a connection. If the browser is offline, a read fails and the page shows an error.
    queries: { staleTime: FRESH_MS, networkMode: 'always', retry: (failures, error) => failures < RETRIES && isWorthRetrying(error) },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const Pages = () => {
  useBrandColour()
  return (
    <Suspense>
      <Switch>
        <Route path="/link" component={LinkSignIn} />
        <Route component={SignedIn} />
      </Switch>
    </Suspense>
  )
}

export const App = () => (
  <QueryClientProvider client={client}>
    <Router base={BASE}>
      <ErrorBoundary>
        <Toasts>
          <Pages />
        </Toasts>
      </ErrorBoundary>
    </Router>
  </QueryClientProvider>
)
