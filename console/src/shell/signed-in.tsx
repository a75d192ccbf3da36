// The console of a signed-in user: the layout and the current page, if the role allows it.

import { Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { LinkButton } from '../components/buttons.tsx'
import { DocsContext, Page } from '../components/page.tsx'
import { Empty, ErrorBoundary, ErrorState, Forbidden, Loading } from '../components/states.tsx'
import { isLanguageOf } from '../language.ts'
import type { RegisteredPage } from '../registry.ts'
import { mayOpen, PAGES } from '../registry.ts'
import { SessionContext, useSession, useSessionQuery } from '../session.tsx'
import { t } from '../strings.ts'
import { Frame } from './frame.tsx'
import { useScanning } from './scan-context.tsx'
import { SignIn } from './sign-in.tsx'

const HEADING = '#content h1'
const isTaken = (): boolean => document.activeElement?.closest('input, textarea, select, [role="dialog"]') != null

const focusHeading = (): boolean => {
  const heading = document.querySelector<HTMLElement>(HEADING)
  if (!heading) return false
  if (isTaken()) return true
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** Focuses the heading after navigation, for screen readers and keyboards. */
const useHeadingFocus = (location: string): void => {
  const { input, handler } = useScanning()
  const shown = useRef(location)
  useEffect(() => {
    // The focus stays in the scan box on the page that is shown first, and on pages that handle scans.
    if (shown.current === location) return
    shown.current = location
    if (handler.current !== null) return
    if (input.current?.value === '') input.current.blur()
    if (focusHeading()) return
    // The page is still loading: wait for its heading.
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [location, input, handler])
}

const NotFound = () => (
  <Page title={t('shell.notFoundTitle')}>
    <div className="panel">
      <Empty
        icon="search"
        title={t('shell.notFoundTitle')}
        text={t('shell.notFound')}
        action={<LinkButton href="/" label={t('shell.toOverview')} />}
      />
    </div>
  </Page>
)

const PageOf = ({ page }: { page: RegisteredPage }) => {
  const { title, docs, Component } = page
  const caller = useSession()
  if (mayOpen(caller, page)) {
    return (
      <DocsContext value={docs}>
        <Component />
      </DocsContext>
    )
  }
  return (
    <Page title={t(title)}>
      <div className="panel">
        <Forbidden />
      </div>
    </Page>
  )
}

/** The error boundary has the location as its key, so that it is reset on navigation. */
const Pages = () => {
  const [location] = useLocation()
  const isInLanguage = isLanguageOf(location)
  useHeadingFocus(location)
  useEffect(() => {
    // The page must be reloaded to change its language, because modules read their texts when they load.
    if (!isInLanguage) window.location.reload()
  }, [isInLanguage])
  useEffect(() => {
    if (location) window.scrollTo(0, 0)
  }, [location])
  if (!isInLanguage) return <Loading />
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {PAGES.map((page) => (
            <Route key={page.path} path={page.path}>
              <PageOf page={page} />
            </Route>
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

export const SignedIn = () => {
  const session = useSessionQuery()
  if (session.isPending) return <Loading />
  if (session.isError) return <ErrorState error={session.error} onRetry={() => session.refetch()} />
  if (session.data === null) return <SignIn />
  return (
    <SessionContext value={session.data}>
      <Frame key={session.data.staff.staff_id}>
        <Pages />
      </Frame>
    </SessionContext>
  )
}
