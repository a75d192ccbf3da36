// Every page of the portal, with and without data: it fits phones, tablets and desktops, cuts off no content, and axe finds no faults.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillDemo } from '../../../src/flows/demo/fill-demo.ts'
import { invite } from '../../support/calls/member-calls.ts'
import { failedMessage } from '../../support/calls/message-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { byTest } from '../../support/samples/authors.ts'
import { assertAccessible } from '../support/axe.ts'
import type { PortalPage } from '../support/portal-stage.ts'
import { describeInPortal } from '../support/portal-stage.ts'

/** Outside the soak, only the width of a phone is tested, because content is cut off there first. */
const WIDTHS = process.env.SOAK ? [390, 820, 1440] : [390]
const HEIGHT = 900
const DAY_MS = 86_400_000
const LONG_EMAIL = 'somebody.with.a.long.name@imports.of.a.subsidiary.example.com'
const LONG_LABEL = 'the program that writes orders of the shop to the warehouse'

/**
 * Script that lists elements that are narrower than their content and cannot be scrolled. Elements one pixel wide are skipped: they hold
 * text for screen readers.
 */
const CUT_OFF = `[document.documentElement, ...document.querySelectorAll('main :not(input)')]
  .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
  .filter((box) => !['auto', 'scroll'].includes(getComputedStyle(box).overflowX))
  .map(({ tagName, className, scrollWidth, clientWidth }) => tagName + '.' + className + ' ' + scrollWidth + ' > ' + clientWidth)`

/** Opens the pages under `base` one after the other. Returns the boxes that are cut off, each with its path and width. */
const openEach = async (page: PortalPage, base: string, paths: readonly string[]): Promise<string[]> => {
  const cutOff: string[] = []
  for (const path of paths) {
    // Navigates without a reload, so that the portal and axe load only once. `data-seen` marks the old heading, so that the test can wait
    // for the new one.
    await page.locator('h1').evaluate((heading) => heading.setAttribute('data-seen', ''))
    await page.evaluate(`history.pushState(null, '', '${base}${path}')`)
    await page.locator('h1:not([data-seen])').waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const box of await page.evaluate<string[]>(CUT_OFF)) cutOff.push(`${path} at ${width} px: ${box}`)
    }
    // axe runs here in the soak only, because each page also has its own test that runs axe.
    if (process.env.SOAK) await assertAccessible(page)
  }
  return cutOff
}

/** Paths of the pages that are opened for a new business without data. */
const OF_A_NEW_BUSINESS = [
  '',
  '/quotes',
  '/quotes/new',
  '/packages',
  '/inbound',
  '/inbound/new',
  '/customers',
  '/addresses',
  '/billing',
  '/billing/payments',
  '/billing/statement',
  '/messages',
  '/messages/settings',
  '/developers',
  '/developers/webhooks',
  '/developers/events',
  '/developers/requests',
  '/developers/test',
  '/people',
]

describeInPortal('the pages of the portal', (stage) => {
  it('fit every screen without data, in live mode', IN_SOAK, async () => {
    const { tenant, page } = await stage.person('owner')
    const base = `/portal/${tenant.business.prefix}/live`
    await page.goto(`${base}/account`)
    await page.getByText('This one').waitFor()
    assert.deepEqual(await openEach(page, base, OF_A_NEW_BUSINESS), [])
  })

  it('fit every screen, and are clean of what axe finds', async () => {
    const { tenant, person, page } = await stage.person('owner')
    const { deps } = stage.waybill
    await fillDemo(deps, byTest(deps), tenant.business.id)
    await failedMessage(stage.waybill, tenant)
    const first = async (path: string, field: string): Promise<string> => {
      const { json } = await tenant.get(path)
      return (json.data ?? json)[0][field]
    }
    // Rotates a key, because the badge of the old key is the longest badge, and is cut off first on a narrow screen.
    const [key]: Json[] = (await person.call('GET', '/portal/v1/api_keys')).json
    await person.call('PATCH', `/portal/v1/api_keys/${key!.key_id}`, { label: LONG_LABEL })
    const old_key_until = new Date(deps.clock() + DAY_MS).toISOString()
    const rotated = await person.call('POST', `/portal/v1/api_keys/${key!.key_id}/rotate`, { old_key_until })
    assert.equal(rotated.status, 201, rotated.text)
    await invite(stage.waybill, tenant, 'clerk', LONG_EMAIL)
    const paths = [
      '',
      '/quotes',
      '/quotes/new?direction=export',
      `/quotes/${await first('/v1/parcel_quotes?status=pending', 'parcel_quote_id')}`,
      '/packages',
      `/quotes/${await first('/v1/parcel_quotes?status=booked', 'parcel_quote_id')}`,
      `/packages/${await first('/v1/packages?status=warehouse', 'parcel_id')}`,
      '/inbound',
      '/inbound/new',
      '/inbound/import',
      `/inbound/${await first('/v1/inbound_parcels', 'inbound_parcel_id')}`,
      '/customers/new',
      `/inbound/${await first('/v1/inbound_parcels?status=expected', 'inbound_parcel_id')}/change`,
      '/customers',
      `/customers/${await first('/v1/parcel-customers', 'parcel_customer_id')}`,
      '/addresses',
      '/billing',
      `/billing/invoices/${await first('/v1/invoices', 'invoice_id')}`,
      '/billing/payments',
      '/billing/statement',
      '/messages',
      `/messages/${await first('/v1/messages', 'message_id')}`,
      '/messages/settings',
      '/developers',
      '/developers/webhooks',
      `/developers/webhooks/${await first('/v1/webhook_endpoints', 'webhook_endpoint_id')}`,
      `/developers/deliveries/${await first('/v1/webhook_deliveries', 'webhook_delivery_id')}`,
      '/developers/events',
      `/developers/events/${await first('/v1/events', 'event_id')}`,
      '/developers/requests',
      '/developers/test',
      '/people',
      '/account',
      '/no-such-page',
      '/customers/none',
    ]
    await page.open('/account')
    const base = `/portal/${tenant.business.prefix}/test`
    const cutOff = await openEach(page, base, paths)
    // Opened last, because a request is listed only a moment after its answer.
    cutOff.push(...(await openEach(page, base, [`/developers/requests/${await first('/v1/requests', 'request_id')}`])))
    assert.deepEqual(cutOff, [])
  })
})
