// The pages of a business in their frame. Each is loaded when it is first opened.

import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Page } from '../components/page.tsx'
import { Empty, ErrorBoundary, Loading } from '../components/states.tsx'
import { isAt, mayOpen, NAVIGATION } from '../registry.ts'
import { usePlace } from '../scope.tsx'
import { texts } from '../texts/shell.ts'
import { Frame } from './frame.tsx'

const PAGES = {
  '/': lazy(() => import('../pages/overview/overview.tsx')),
  '/quotes': lazy(() => import('../pages/quotes/quote-list.tsx')),
  '/quotes/new': lazy(() => import('../pages/quotes/new-quote.tsx')),
  '/quotes/:id': lazy(() => import('../pages/quotes/quote-page.tsx')),
  '/packages': lazy(() => import('../pages/packages/package-list.tsx')),
  '/packages/:id': lazy(() => import('../pages/packages/package-page.tsx')),
}

const Missing = () => (
  <Page title={texts.missingTitle}>
    <Empty icon="search" title={texts.missingTitle}>
      {texts.missing}
    </Empty>
  </Page>
)

const Forbidden = () => (
  <Page title={texts.forbiddenTitle}>
    <Empty icon="lock" title={texts.forbiddenTitle}>
      {texts.forbidden}
    </Empty>
  </Page>
)

const PagesOfBusiness = () => {
  const { role } = usePlace()
  const [location] = useLocation()
  const entry = NAVIGATION.find((each) => isAt(location, each))
  if (entry && !mayOpen(role, entry)) return <Forbidden />
  return (
    <Suspense fallback={<Loading />}>
      {/* A new key for each page: an error of one page is not shown on the next. */}
      <ErrorBoundary key={location}>
        <Switch>
          {Object.entries(PAGES).map(([path, component]) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route component={Missing} />
        </Switch>
      </ErrorBoundary>
    </Suspense>
  )
}

export default () => (
  <Frame>
    <PagesOfBusiness />
  </Frame>
)
