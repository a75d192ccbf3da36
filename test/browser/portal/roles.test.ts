// In the portal, each role gets only links to pages that it may open. Staff who view the portal as a business can change nothing.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { MemberRole } from '../../../src/domain/members/member.ts'
import { MEMBER_ROLES } from '../../../src/domain/members/member.ts'
import { fillDemo } from '../../../src/flows/demo/fill-demo.ts'
import { personOf } from '../../support/calls/member-calls.ts'
import { failedMessage } from '../../support/calls/message-calls.ts'
import { bookPackage, newCustomer } from '../../support/calls/package-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import { assertAccessible } from '../support/axe.ts'
import type { PortalPage } from '../support/portal-stage.ts'
import { describeInPortal } from '../support/portal-stage.ts'
import { signInto } from '../support/portal-visit.ts'

const PAGES = {
  Overview: '',
  Quotes: '/quotes',
  Packages: '/packages',
  Announced: '/inbound',
  Customers: '/customers',
  Addresses: '/addresses',
  Invoices: '/billing',
  Messages: '/messages',
  Developers: '/developers',
  People: '/people',
  'Your account': '/account',
}
type PageName = keyof typeof PAGES

const EVERYBODY: PageName[] = ['Overview', 'Quotes', 'Packages', 'Your account']
const OPEN: Record<Exclude<MemberRole, 'owner'>, PageName[]> = {
  clerk: [...EVERYBODY, 'Announced', 'Customers', 'Addresses', 'Messages'],
  accountant: [...EVERYBODY, 'Invoices'],
  developer: [...EVERYBODY, 'Developers'],
}

/** Gives the business a package on hold and an unpaid invoice. Returns the id of the package. */
const inTrouble = async (tenant: Tenant): Promise<string> => {
  const { parcel_id: id } = await bookPackage(tenant, importAir())
  await tenant.post(`/v1/packages/${id}/notices`, { action: 'hold', body: 'Wait' })
  await book(tenant, exportAir())
  assert.equal((await tenant.post('/v1/test_helpers/invoices')).status, 201)
  return id
}

/** Returns the address with ids replaced by `:id`, and without query and hash. */
const kindOf = (address: string): string => address.replace(/[a-z]+_[0-9a-z]{20,}/g, ':id').replace(/\/?(?:[?#].*)?$/, '')

/** The links of the page to other pages of the portal in the same mode. */
const LINKS = `[...document.querySelectorAll('a[href]')].map(({ href }) => new URL(href))
  .filter(({ pathname }) => pathname.startsWith(location.pathname.split('/', 4).join('/')))
  .map(({ pathname, search }) => pathname + search)`

/**
 * Follows links from `start`, and opens one page of each kind. Returns the requests that were refused, and the pages that may not be
 * opened.
 */
const followAll = async (page: PortalPage, start: string): Promise<string[]> => {
  const refused: string[] = []
  let from = start
  page.on('requestfinished', async (request) => {
    const at = from
    const status = (await request.response())?.status() ?? 0
    if (status >= 400) refused.push(`${status} for ${request.method()} ${new URL(request.url()).pathname} at ${at}`)
  })
  const waiting = [start]
  const kinds = new Set(waiting.map(kindOf))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    from = next
    await page.locator('h1').evaluate((heading) => heading.setAttribute('data-seen', ''))
    await page.visit(next)
    await page.locator('h1:not([data-seen])').waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    if (/may not open|Read only|Nothing here/.test(title)) refused.push(`${title} at ${next}`)
    for (const link of await page.evaluate<string[]>(LINKS)) {
      if (kinds.has(kindOf(link))) continue
      kinds.add(kindOf(link))
      waiting.push(link)
    }
  }
  assert.ok(kinds.size > 8, [...kinds].join(' '))
  return refused
}

describeInPortal('the roles of the portal', (stage) => {
  for (const [role, open] of Object.entries(OPEN))
    it(`${role}: sees ${open.join(', ')}, and is told whose the others are`, async () => {
      const { tenant, page } = await stage.person(role as MemberRole)
      const id = await inTrouble(tenant)
      await page.open('')
      await page.getByRole('region', { name: 'Packages on hold' }).waitFor()
      const menu = page.getByRole('navigation', { name: 'Pages' }).first()
      const names = Object.keys(PAGES).filter((name) => open.includes(name as PageName))
      assert.deepEqual(
        (await menu.getByRole('link').allTextContents()).filter((name) => name in PAGES),
        names,
      )
      assert.equal(await page.getByRole('region', { name: 'Unpaid invoices' }).count(), open.includes('Invoices') ? 1 : 0)
      assert.equal(await page.getByRole('link', { name: 'Get a price' }).count(), role === 'clerk' ? 1 : 0)
      for (const [name, path] of Object.entries(PAGES).filter(([each]) => !open.includes(each as PageName))) {
        await page.follow('/account')
        await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
        await page.follow(path)
        await page.getByText(/^Open to these roles: /).waitFor()
        assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Your role may not open this ', name)
      }
      await page.open(`/packages/${id}`)
      await page.getByRole('heading', { name: 'Where it is' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Release' }).count(), role === 'clerk' ? 1 : 0)
      await assertAccessible(page)
    })

  // These tests run in the soak only. Outside the soak, the test below follows the links of every page as a viewer.
  for (const role of MEMBER_ROLES)
    it(`${role}: is offered no link that is refused, and reads nothing that is`, IN_SOAK, async () => {
      const { tenant, page } = await stage.person(role)
      const { deps } = stage.waybill
      await fillDemo(deps, byTest(deps), tenant.business.id)
      await failedMessage(stage.waybill, tenant)
      await page.open('')
      await page.getByRole('region', { name: 'Packages on hold' }).waitFor()
      assert.deepEqual(await followAll(page, new URL(page.url()).pathname), [])
    })

  it('staff who view as the business read everything, and are offered nothing that changes it', async () => {
    const { tenant, page } = await stage.person('owner')
    const id = await inTrouble(tenant)
    const customer = await newCustomer(tenant)
    const { waybill } = stage
    const admin = await signedIn(waybill, 'admin')
    const { json } = await admin.call('POST', `/ops/v1/businesses/${tenant.business.id}/view_as`)
    const viewer = personOf(waybill, tenant, await waybill.call('POST', '/portal/v1/session', { link: json.url.split('#')[1] }))
    await page.context().clearCookies()
    await signInto(page, waybill.url, viewer.cookie)
    const [invoice] = (await tenant.get('/v1/invoices')).json
    const { json: quote } = await tenant.post('/v1/parcel_quotes', { parcel: exportAir() })
    for (const [path, heading] of [
      [`/packages/${id}`, 'Where it is'],
      [`/quotes/${quote.parcel_quote_id}`, 'Refresh prices'],
      [`/customers/${customer.parcel_customer_id}`, customer.address_suffix],
      [`/billing/invoices/${invoice.invoice_id}`, 'Totals'],
      ['/developers', 'API keys'],
      ['/people', 'People'],
    ] as const) {
      await page.open(path)
      await page.getByText('looks at this portal for the operator').waitFor()
      await page.getByText(heading).first().waitFor()
      const writes = /^(Release|Hold|Cancel|Change|Book|Pay now|New|Rotate|Revoke|Rename|Invite|Remove|Play)/
      assert.deepEqual(await page.getByRole('main').getByRole('button', { name: writes }).allTextContents(), [], path)
    }
    for (const [path, link] of [
      ['', 'Get a price'],
      ['/quotes', 'New quote'],
    ] as const) {
      await page.open(path)
      await page.getByRole('table').first().or(page.getByText('No quotes to book')).first().waitFor()
      assert.equal(await page.getByRole('link', { name: link }).count(), 0)
    }
    for (const path of ['/quotes/new', '/inbound/new', '/inbound/import', '/customers/new']) {
      await page.open(path)
      await page.getByRole('heading', { name: 'Read only', level: 1 }).waitFor()
    }
    await assertAccessible(page)
    await page.open('')
    await page.getByRole('region', { name: 'Packages on hold' }).waitFor()
    assert.deepEqual(await followAll(page, new URL(page.url()).pathname), [])
  })
})
