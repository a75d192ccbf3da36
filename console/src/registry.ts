// The pages of the console, in the order of the navigation. The code of a page is loaded on first use.

import { lazy } from 'react'
import type { IconName } from './components/icons.tsx'
import { DOCS_PAGES } from './docs-pages.ts'
import type { PageRoute } from './page-route.ts'
import { ACCOUNTANTS, ADMINS, BOOKS, EVERYONE, HANDLERS, seesMoney, TECHNICAL, TILL, WORKERS } from './session.tsx'
import type { Caller, Role } from './wire.ts'

const warehouse = (icon: IconName) => ({ group: 'warehouse', icon }) as const
const counter = (icon: IconName) => ({ group: 'counter', icon }) as const
const accounts = (icon: IconName) => ({ group: 'accounts', icon }) as const
const prices = (icon: IconName) => ({ group: 'prices', icon }) as const
const administration = (icon: IconName) => ({ group: 'administration', icon }) as const
const LIVE = 'shell.appliesToLive'
const BOTH = 'shell.showsBothModes'

const ROUTES: readonly PageRoute[] = [
  { path: '/', title: 'overview.title', nav: warehouse('overview'), load: () => import('./pages/overview/overview.tsx') },
  {
    path: '/receive',
    title: 'receive.title',
    isInChinese: true,
    roles: HANDLERS,
    nav: warehouse('receive'),
    load: () => import('./pages/receiving/receive.tsx'),
  },
  {
    path: '/unidentified',
    title: 'unidentified.title',
    isInChinese: true,
    nav: warehouse('search'),
    load: () => import('./pages/receiving/unidentified/list.tsx'),
  },
  {
    path: '/unidentified/:id',
    title: 'unidentified.one',
    isInChinese: true,
    load: () => import('./pages/receiving/unidentified/detail.tsx'),
  },
  {
    path: '/inbound',
    title: 'inbound.title',
    isInChinese: true,
    nav: warehouse('download'),
    load: () => import('./pages/inbound/list.tsx'),
  },
  {
    path: '/inbound/import',
    title: 'inbound.importTitle',
    isInChinese: true,
    roles: HANDLERS,
    load: () => import('./pages/inbound/import.tsx'),
  },
  {
    path: '/unpriced',
    title: 'unpriced.title',
    isInChinese: true,
    nav: warehouse('alert'),
    load: () => import('./pages/receiving/unpriced/list.tsx'),
  },
  { path: '/packages', title: 'packages.title', nav: warehouse('box'), load: () => import('./pages/packages/list.tsx') },
  { path: '/packages/:id', title: 'packages.one', load: () => import('./pages/packages/detail.tsx') },
  { path: '/places', title: 'places.title', isInChinese: true, nav: warehouse('place'), load: () => import('./pages/places/list.tsx') },
  { path: '/places/:id', title: 'places.one', isInChinese: true, load: () => import('./pages/places/detail.tsx') },
  { path: '/stocktakes/:id', title: 'places.stocktake', isInChinese: true, load: () => import('./pages/places/stocktake.tsx') },
  {
    path: '/shipments',
    title: 'shipments.title',
    isInChinese: true,
    nav: warehouse('ship'),
    load: () => import('./pages/shipments/list.tsx'),
  },
  { path: '/shipments/:id', title: 'shipments.one', isInChinese: true, load: () => import('./pages/shipments/detail.tsx') },
  {
    path: '/schedule',
    title: 'voyages.title',
    isInChinese: true,
    within: '/shipments',
    load: () => import('./pages/shipments/schedule/list.tsx'),
  },
  { path: '/storage', title: 'storage.title', nav: warehouse('storage'), load: () => import('./pages/storage/storage.tsx') },
  { path: '/storage/abandoned', title: 'storage.abandoned', within: '/storage', load: () => import('./pages/storage/abandoned.tsx') },

  { path: '/quotes', title: 'quotes.title', nav: counter('quote'), load: () => import('./pages/quotes/list.tsx') },
  // Must come before /quotes/:id, which matches this path too.
  { path: '/quotes/new', title: 'counter.title', roles: HANDLERS, load: () => import('./pages/quotes/counter/counter.tsx') },
  { path: '/quotes/:id', title: 'quotes.one', load: () => import('./pages/quotes/detail.tsx') },
  { path: '/customers', title: 'customers.title', nav: counter('people'), load: () => import('./pages/customers/list.tsx') },
  { path: '/customers/:id', title: 'customers.one', load: () => import('./pages/customers/detail.tsx') },
  { path: '/messages', title: 'messages.title', nav: counter('mail'), load: () => import('./pages/messages/list.tsx') },
  { path: '/messages/texts', title: 'texts.title', bothModes: LIVE, load: () => import('./pages/messages/texts/list.tsx') },
  {
    path: '/messages/texts/:purpose/:channel',
    title: 'texts.title',
    bothModes: LIVE,
    load: () => import('./pages/messages/texts/editor.tsx'),
  },
  { path: '/messages/channels', title: 'channels.title', bothModes: LIVE, load: () => import('./pages/messages/channels/channels.tsx') },
  { path: '/messages/costs', title: 'costs.title', load: () => import('./pages/messages/channels/costs.tsx') },
  { path: '/messages/:id', title: 'messages.one', load: () => import('./pages/messages/detail.tsx') },
  { path: '/invoices', title: 'billing.title', isMoney: true, nav: counter('invoice'), load: () => import('./pages/billing/invoices.tsx') },
  { path: '/invoices/:id', title: 'billing.one', isMoney: true, load: () => import('./pages/billing/invoice.tsx') },
  {
    path: '/payments/new',
    title: 'billing.takePayment',
    roles: TILL,
    isMoney: true,
    nav: counter('cash'),
    load: () => import('./pages/billing/payment/take-payment.tsx'),
  },

  {
    path: '/payments',
    title: 'payments.title',
    isMoney: true,
    nav: accounts('log'),
    load: () => import('./pages/billing/payment/payments.tsx'),
  },
  { path: '/payments/bank', title: 'payments.bankTitle', roles: ACCOUNTANTS, load: () => import('./pages/billing/bank/bank-import.tsx') },
  { path: '/payments/:id', title: 'payments.one', isMoney: true, load: () => import('./pages/billing/payment/payment.tsx') },
  {
    path: '/payment-notices',
    title: 'payments.noticesTitle',
    roles: BOOKS,
    isMoney: true,
    nav: accounts('alert'),
    load: () => import('./pages/billing/notices/notices.tsx'),
  },
  { path: '/till', title: 'till.title', roles: TILL, isMoney: true, nav: counter('cash'), load: () => import('./pages/billing/till.tsx') },
  {
    path: '/money-requests',
    title: 'requested.title',
    roles: ACCOUNTANTS,
    nav: accounts('check'),
    load: () => import('./pages/billing/money-requests.tsx'),
  },
  {
    path: '/month-end',
    title: 'monthEnd.title',
    roles: ACCOUNTANTS,
    within: '/invoices',
    load: () => import('./pages/billing/month-end.tsx'),
  },
  {
    path: '/opening-balances',
    title: 'opening.title',
    roles: ACCOUNTANTS,
    within: '/invoices',
    load: () => import('./pages/billing/books/opening-balances.tsx'),
  },
  {
    path: '/missed-charges',
    title: 'missed.title',
    roles: BOOKS,
    isMoney: true,
    within: '/invoices',
    load: () => import('./pages/billing/missed/missed-charges.tsx'),
  },
  {
    path: '/tax-report',
    title: 'taxReport.title',
    roles: BOOKS,
    isMoney: true,
    within: '/payments',
    load: () => import('./pages/billing/books/tax-report.tsx'),
  },
  {
    path: '/journal',
    title: 'payments.journalTitle',
    roles: BOOKS,
    isMoney: true,
    within: '/payments',
    load: () => import('./pages/billing/journal.tsx'),
  },
  {
    path: '/debt',
    title: 'billing.debtTitle',
    roles: BOOKS,
    isMoney: true,
    nav: accounts('clock'),
    load: () => import('./pages/billing/aged-debt.tsx'),
  },

  { path: '/cards', title: 'cards.title', bothModes: LIVE, nav: prices('card'), load: () => import('./pages/pricing/cards/list.tsx') },
  // Must come before /cards/:id, which matches this path too.
  { path: '/cards/new', title: 'cards.create', roles: ADMINS, bothModes: LIVE, load: () => import('./pages/pricing/cards/create.tsx') },
  { path: '/cards/:id', title: 'cards.one', bothModes: LIVE, load: () => import('./pages/pricing/cards/detail.tsx') },
  { path: '/cards/:id/edit', title: 'cards.edit', roles: ADMINS, bothModes: LIVE, load: () => import('./pages/pricing/cards/edit.tsx') },
  { path: '/cards/:id/draft', title: 'cards.review', bothModes: LIVE, load: () => import('./pages/pricing/cards/review.tsx') },
  {
    path: '/extras',
    title: 'payments.pricesTitle',
    bothModes: LIVE,
    nav: prices('invoice'),
    load: () => import('./pages/billing/prices/prices.tsx'),
  },
  { path: '/fx', title: 'fx.title', bothModes: LIVE, nav: prices('exchange'), load: () => import('./pages/pricing/fx/fx.tsx') },

  {
    path: '/businesses',
    title: 'businesses.title',
    bothModes: LIVE,
    nav: administration('business'),
    load: () => import('./pages/businesses/list.tsx'),
  },
  { path: '/businesses/:id', title: 'records.business', bothModes: LIVE, load: () => import('./pages/businesses/detail.tsx') },
  {
    path: '/businesses/:id/messages',
    title: 'recipients.title',
    bothModes: LIVE,
    load: () => import('./pages/messages/recipients/recipients.tsx'),
  },
  { path: '/customers/:id/account', title: 'shell.account', isMoney: true, load: () => import('./pages/billing/customer-account.tsx') },
  { path: '/businesses/:id/account', title: 'shell.account', isMoney: true, load: () => import('./pages/billing/account.tsx') },
  {
    path: '/businesses/:id/deliveries',
    title: 'webhooks.deliveriesTitle',
    roles: TECHNICAL,
    load: () => import('./pages/events/deliveries.tsx'),
  },
  {
    path: '/deliveries',
    title: 'webhooks.failingTitle',
    roles: TECHNICAL,
    nav: administration('webhook'),
    load: () => import('./pages/events/failing.tsx'),
  },
  {
    path: '/requests',
    title: 'requests.title',
    roles: TECHNICAL,
    bothModes: BOTH,
    nav: administration('log'),
    load: () => import('./pages/requests/list.tsx'),
  },
  { path: '/requests/:id', title: 'requests.one', roles: TECHNICAL, bothModes: BOTH, load: () => import('./pages/requests/detail.tsx') },
  { path: '/sites', title: 'sites.title', bothModes: LIVE, within: '/places', load: () => import('./pages/sites/list.tsx') },
  {
    path: '/staff',
    title: 'staff.title',
    roles: ADMINS,
    bothModes: LIVE,
    nav: administration('staff'),
    load: () => import('./pages/staff/staff.tsx'),
  },
  {
    path: '/operator',
    title: 'operator.title',
    roles: ADMINS,
    bothModes: LIVE,
    nav: administration('operator'),
    load: () => import('./pages/operator/operator.tsx'),
  },
  {
    path: '/tasks',
    title: 'tasks.title',
    isInChinese: true,
    roles: WORKERS,
    within: '/invoices',
    load: () => import('./pages/tasks/list.tsx'),
  },
  { path: '/tasks/:id', title: 'tasks.title', isInChinese: true, roles: WORKERS, load: () => import('./pages/tasks/detail.tsx') },
  { path: '/account', title: 'staff.account', bothModes: LIVE, load: () => import('./pages/staff/account/account.tsx') },
]

export const PAGES = ROUTES.map((route) => ({ roles: EVERYONE, ...route, docs: DOCS_PAGES[route.path], Component: lazy(route.load) }))

export type RegisteredPage = (typeof PAGES)[number]

export const mayOpen = (caller: Caller, { roles, isMoney }: Pick<PageRoute, 'isMoney'> & { roles: readonly Role[] }): boolean =>
  roles.includes(caller.role) && (!isMoney || seesMoney(caller))

const matches = (pattern: string, location: string): boolean => {
  const [expected, given] = [pattern.split('/'), location.split('/')]
  return expected.length === given.length && expected.every((part, at) => part.startsWith(':') || part === given[at])
}

/** `location`: the path below /console. */
export const pageAt = (location: string): RegisteredPage | undefined => PAGES.find(({ path }) => matches(path, location))
