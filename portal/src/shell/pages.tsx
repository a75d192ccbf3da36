// The pages of a business, inside the frame. The code of each page is loaded when the page is first opened.

import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import type { IconName } from '../../../web/icons.tsx'
import { Forbidden } from '../components/access.tsx'
import { ButtonLink } from '../components/button.tsx'
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
  '/inbound': lazy(() => import('../pages/inbound/inbound-list.tsx')),
  '/inbound/new': lazy(() => import('../pages/inbound/new-inbound.tsx')),
  '/inbound/import': lazy(() => import('../pages/inbound/import-inbound.tsx')),
  '/inbound/:id/change': lazy(() => import('../pages/inbound/change-inbound.tsx')),
  '/inbound/:id': lazy(() => import('../pages/inbound/inbound-parcel.tsx')),
  '/customers': lazy(() => import('../pages/customers/customer-list.tsx')),
  '/customers/new': lazy(() => import('../pages/customers/new-customer.tsx')),
  '/customers/:id': lazy(() => import('../pages/customers/customer.tsx')),
  '/addresses': lazy(() => import('../pages/sites/address-cards.tsx')),
  '/billing': lazy(() => import('../pages/billing/invoice-list.tsx')),
  '/billing/invoices/:id': lazy(() => import('../pages/billing/invoice.tsx')),
  '/billing/payments': lazy(() => import('../pages/billing/payment-list.tsx')),
  '/billing/statement': lazy(() => import('../pages/billing/statement.tsx')),
  '/messages': lazy(() => import('../pages/messages/message-list.tsx')),
  '/messages/settings': lazy(() => import('../pages/messages/message-settings.tsx')),
  '/messages/:id': lazy(() => import('../pages/messages/message.tsx')),
  '/developers': lazy(() => import('../pages/developers/api-keys.tsx')),
  '/developers/webhooks': lazy(() => import('../pages/developers/endpoint-list.tsx')),
  '/developers/webhooks/:id': lazy(() => import('../pages/developers/endpoint.tsx')),
  '/developers/deliveries/:id': lazy(() => import('../pages/developers/delivery.tsx')),
  '/developers/events': lazy(() => import('../pages/developers/event-list.tsx')),
  '/developers/events/:id': lazy(() => import('../pages/developers/event.tsx')),
  '/developers/requests': lazy(() => import('../pages/developers/request-list.tsx')),
  '/developers/requests/:id': lazy(() => import('../pages/developers/request.tsx')),
  '/developers/test': lazy(() => import('../pages/developers/test-mode.tsx')),
  '/people': lazy(() => import('../pages/people/people.tsx')),
  '/account': lazy(() => import('../pages/account/account.tsx')),
}

const Nothing = ({ title, icon, text }: { title: string; icon: IconName; text: string }) => (
  <Page title={title}>
    <Empty icon={icon} action={<ButtonLink href="/">{texts.toOverview}</ButtonLink>}>
      {text}
    </Empty>
  </Page>
)

/** The URL endings of pages whose only purpose is to change data. View-only users cannot open these pages. */
const WRITING = /\/(?:new|import|change)$/

const PagesOfBusiness = () => {
  const { role, isViewOnly } = usePlace()
  const [location] = useLocation()
  const entry = NAVIGATION.find((each) => isAt(location, each))
  if (entry && !mayOpen(role, entry)) return <Forbidden roles={entry.roles} />
  if (isViewOnly && WRITING.test(location)) return <Nothing title={texts.viewOnlyTitle} icon="lock" text={texts.viewOnlyPage} />
  return (
    <Suspense fallback={<Loading />}>
      {/* The key is different for each page, so that the error of one page is not shown on the next page. */}
      <ErrorBoundary key={location}>
        <Switch>
          {Object.entries(PAGES).map(([path, component]) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route>
            <Nothing title={texts.missingTitle} icon="search" text={texts.missing} />
          </Route>
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
