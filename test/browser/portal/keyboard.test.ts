// The main tasks in the portal with the keyboard alone: Tab reaches every control, and the focused control is marked and visible.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { PortalPage } from '../support/portal-stage.ts'
import { describeInPortal } from '../support/portal-stage.ts'
import { SMALL } from '../support/portal-visit.ts'

const TABS_MAX = 60

/** Script that describes what is wrong with the focused element. Returns an empty text if the element has an outline and is not covered. */
const FAULT_OF_FOCUS = `(() => {
  const at = document.activeElement
  if (at === null || at === document.body) return ''
  const marked = at.closest('.choice') ?? at
  const hasOutline = ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  const name = at.outerHTML.slice(0, 120)
  if (!hasOutline(getComputedStyle(marked)) && !hasOutline(getComputedStyle(at, '::after'))) return 'not marked: ' + name
  const isSeen = ({ left, top, width, height }) => {
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && (marked.contains(found) || found.contains(marked))
  }
  return [...marked.getClientRects()].some(isSeen) ? '' : 'out of sight: ' + name
})()`

describeInPortal('the portal by keyboard', (stage) => {
  let deliverer: Deliverer
  let receiver: Receiver
  let isBroken = true
  before(async () => {
    deliverer = delivererFor(stage.waybill)
    receiver = await startReceiver(() => (isBroken ? { status: 500, body: 'out of order' } : {}))
  })
  after(async () => {
    await deliverer.close()
    await receiver.close()
  })

  /** Presses Tab until the element has the focus. */
  const reach = async (page: PortalPage, wanted: Locator): Promise<void> => {
    await wanted.waitFor()
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate<string>(FAULT_OF_FOCUS), '', page.url())
      if (await wanted.evaluate((element) => element.matches(':focus'))) return
    }
    assert.fail(`${wanted} was not reached by ${TABS_MAX} tabs`)
  }
  const press = async (page: PortalPage, wanted: Locator): Promise<void> => {
    await reach(page, wanted)
    await page.keyboard.press('Enter')
  }
  const fill = async (page: PortalPage, field: Locator, text: string): Promise<void> => {
    await reach(page, field)
    await page.keyboard.type(text)
  }
  /** Uses the link `Skip to content`, which is the first element that Tab reaches on a page. */
  const skipMenu = async (page: PortalPage): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await press(page, page.getByRole('link', { name: 'Skip to content' }))
  }

  it('gets a price, books it and reaches the label', async () => {
    const { tenant, page } = await stage.person('clerk')
    const customer = await newCustomer(tenant, { ...pickup, first_name: 'Sample', last_name: 'Trader', mobile: '+2348031234567' })
    await page.open('')
    await skipMenu(page)
    await press(page, page.getByRole('link', { name: 'Get a price' }))
    await reach(page, page.getByRole('radio', { name: 'Import to Nigeria' }))
    await page.keyboard.press('ArrowDown')
    await press(page, page.getByRole('button', { name: new RegExp(customer.address_suffix) }))
    const recipient = page.locator('section', { has: page.getByRole('heading', { name: 'Recipient', exact: true }) })
    for (const [label, text] of Object.entries({
      Name: 'Sample Buyer',
      Phone: '+442071234567',
      'Street and number': '2 High Street',
      City: 'London',
      Country: 'United Kingdom',
    }))
      await fill(page, recipient.getByLabel(label), text)
    await fill(page, page.getByLabel('Weight, kg'), '3')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: /^Book for/ }))
    await page.getByText('Tracking code').waitFor()
    await reach(page, page.getByRole('link', { name: 'Print the label' }))
    assert.equal((await tenant.get('/v1/parcel_quotes?status=booked')).json.length, 1)
  })

  it('pays an invoice', IN_SOAK, async () => {
    const { tenant, page } = await stage.person('accountant')
    await book(tenant, exportAir())
    const { json: invoice } = await tenant.post('/v1/test_helpers/invoices')
    await page.open('/billing')
    await skipMenu(page)
    await press(page, page.getByRole('link', { name: invoice.number }))
    await press(page, page.getByRole('button', { name: 'Pay now' }))
    page.faults.allow(/\/checkout\//)
    const checkout = page.context().waitForEvent('page')
    await press(page, page.getByRole('button', { name: 'Go to the payment page' }))
    await (await checkout).getByText('"paid"').waitFor()
    await stage.waybill.settle()
    await page.getByText('Thank you. The payment is recorded.').waitFor()
  })

  it('rotates a key, and sends a webhook again', IN_SOAK, async () => {
    const { tenant, page } = await stage.person('developer')
    isBroken = true
    await newEndpoint(tenant, receiver.url, { event_types: ['*'] })
    await newCustomer(tenant)
    await deliverer.deliverAll()
    isBroken = false
    await page.open('/developers')
    await skipMenu(page)
    await press(page, page.getByRole('button', { name: 'Rotate' }).first())
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Rotate' }))
    await page.getByText(/^wb_\w+$/).waitFor()
    await press(page, page.getByRole('button', { name: 'I have stored it' }))
    await page.getByText(/^Replaced, works until /).waitFor()

    await page.open('/developers')
    await skipMenu(page)
    await press(page, page.getByRole('link', { name: 'Webhooks', exact: true }).last())
    await press(page, page.getByRole('link', { name: receiver.url }))
    await press(page, page.getByRole('link', { name: 'customer.created' }))
    await press(page, page.getByRole('button', { name: 'Send again' }))
    await page.getByText('It is sent in a moment').waitFor()
    await deliverer.deliverAll()
    await page.getByText('Delivered', { exact: true }).first().waitFor()
  })

  it('opens the menu of a phone, and holds a package', async () => {
    const { tenant, page } = await stage.person('clerk', { viewport: SMALL })
    const { numbers } = await book(tenant, exportAir())
    await page.open('')
    await press(page, page.getByRole('button', { name: 'More' }))
    await press(page, page.getByRole('dialog').getByRole('link', { name: 'Packages' }))
    await press(page, page.getByRole('link', { name: numbers[0]! }))
    await press(page, page.getByRole('button', { name: 'Hold', exact: true }))
    const dialog = page.getByRole('dialog')
    await fill(page, dialog.getByLabel('Reason'), 'Waits for an inspection')
    await press(page, dialog.getByRole('button', { name: 'Hold' }))
    await page.getByText('This package is on hold.').waitFor()
  })
})
