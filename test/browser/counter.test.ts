// Staff make a quote in a real browser, by keyboard alone: from the customer's name to the label.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/domain/staff/staff.ts'
import { atDesk, issueAll } from '../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import { newQuote } from '../support/calls/quote-calls.ts'
import { book } from '../support/calls/receiving-calls.ts'
import { exportAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

/** Maximum number of Tab presses, higher than the number of inputs on the page. */
const STOPS_MAX = 60

/** Script that returns the label of the focused input, preceded by the name of its form section. */
const AT = `(() => {
  const at = document.activeElement
  const part = at?.closest('fieldset')?.querySelector('legend')?.textContent
  const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent
  return part ? part + ': ' + label : label
})()`

const tabTo = async (page: Page, place: string): Promise<void> => {
  const seen: string[] = []
  for (let stops = 0; stops < STOPS_MAX; stops++) {
    const at = (await page.evaluate(AT)) as string
    if (at === place) return
    seen.push(at)
    await page.keyboard.press('Tab')
  }
  assert.fail(`the keyboard does not lead to ${place}: ${seen.join(' | ')}`)
}

const typeInto = async (page: Page, texts: Record<string, string>): Promise<void> => {
  for (const [place, text] of Object.entries(texts)) {
    await tabTo(page, place)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
}

const naira = (amount: number): string => `₦${amount.toLocaleString('en', { minimumFractionDigits: 2 })}`

/** For each test id, returns the amount at the end of the element's text. */
const amountsIn = (page: Page, ...ids: string[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => Number((await page.getByTestId(id).textContent())!.match(/₦([\d,.]+)$/)![1]!.replaceAll(',', ''))))

describeInBrowser('the counter', (stage) => {
  const open = async (businessId: string, as: Role = 'warehouse') => {
    const page = await stage.newPage({ as })
    await page.goto(`/console/quotes/new?mode=test&business=${businessId}`)
    await page.getByRole('combobox', { name: 'Flow' }).waitFor()
    await page.evaluate('window.printed = 0; window.print = () => { window.printed++ }')
    return page
  }
  const priceIn = (page: Page) => page.getByTestId('price-as-typed')

  it('leads by keyboard from a new customer to a booked export by air and its label', async () => {
    const tenant = await stage.waybill.newTenant()
    await (await atDesk(stage.waybill)).done('/tax_rates', { kind: 'freight', direction: 'export', percent: '7.5' })
    const page = await open(tenant.business.id)
    await tabTo(page, 'Customer')
    await page.keyboard.type('Ada Crafts')
    await page.getByRole('option', { name: 'Create “Ada Crafts”' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('First name').waitFor()
    await typeInto(page, { Mobile: '+2348000000077', Street: '5 Allen Avenue', City: 'Ikeja', State: 'Lagos', Country: 'NG' })
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('group', { name: 'Sender' }).getByLabel('Name').inputValue(), 'Ada Crafts')
    assert.equal(await page.getByRole('group', { name: 'Sender' }).getByLabel('Street').inputValue(), '5 Allen Avenue')

    await typeInto(page, {
      'Recipient: Name': 'Sample Gallery',
      'Recipient: Phone': '+442000000000',
      'Recipient: Street': '1 Example Street',
      'Recipient: City': 'London',
      'Recipient: Country': 'GB',
      'Cargo: Weight, kg': '2.4',
      'Cargo: Description': 'Carved bowls',
    })
    await priceIn(page).waitFor()
    const [net, tax, total] = await amountsIn(page, 'price-net', 'price-tax', 'price-total')
    assert.deepEqual([tax, total], [Number((net! * 0.075).toFixed(2)), Number((net! * 1.075).toFixed(2))])
    assert.deepEqual(await amountsIn(page, 'price-as-typed'), [total])
    await assertAccessible(page)
    await page.keyboard.press('Enter')

    await page.getByRole('radiogroup', { name: 'Choose a rate' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /is booked$/ }).waitFor()
    await page.locator('.printing-label .label-to-print').waitFor({ state: 'attached' })
    assert.equal(await page.evaluate('window.printed'), 1)
    await assertAccessible(page)

    const [booked]: Json[] = (await tenant.get('/v1/parcel_quotes?status=booked')).json
    assert.deepEqual([booked.source, booked.selected_rate.service, booked.sender.name], ['console', 'Priority', 'Ada Crafts'])
    await page.getByText(naira(booked.estimated_total), { exact: true }).first().waitFor()
    await page
      .getByText(`${naira(booked.estimated_price)} + ${naira(booked.estimated_tax)} tax`)
      .first()
      .waitFor()
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Flow' }).waitFor()
    assert.equal(await page.getByRole('group', { name: 'Recipient' }).getByLabel('Name').inputValue(), '')
  })

  it('finds a customer while the name is typed, prices every cargo line, and prints a label for each package', async () => {
    const tenant = await stage.waybill.newTenant()
    const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup })
    const page = await open(tenant.business.id)
    await page.getByRole('combobox', { name: 'Flow' }).selectOption('Import, ocean')
    await tabTo(page, 'Customer')
    await page.keyboard.type('trader')
    await page.getByRole('option', { name: customer.address_suffix }).waitFor()
    const { promise: typedOn, resolve: letAnswer } = Promise.withResolvers<void>()
    await page.route(`**/customers/${customer.parcel_customer_id}`, (route) => typedOn.then(() => route.continue()), { times: 1 })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await typeInto(page, { 'Cargo: CBM': '2' })
    letAnswer()
    await page.getByRole('group', { name: 'Sender' }).waitFor({ state: 'detached' })
    const typed = await page.getByRole('group', { name: 'Cargo line 1' }).getByLabel('CBM').inputValue()
    assert.equal(typed, '2', 'what was typed before the customer’s record was there stays')
    await priceIn(page).waitFor()
    const one = await priceIn(page).textContent()
    await page.getByRole('button', { name: 'Add a line' }).click()
    const second = page.getByRole('group', { name: 'Cargo line 2' })
    await second.getByLabel('Container').selectOption("20'")
    await second.getByLabel('Quantity').fill('1')
    await priceIn(page).filter({ hasNotText: one! }).waitFor()
    await fitsPhone(page)
    // The server carries out the first request, but its answer is lost.
    await page.route('**/ops/v1/quotes', async (route) => void (await route.fetch().then(() => route.abort())), { times: 1 })
    page.faults.allow(/ERR_FAILED/)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    await page.getByRole('button', { name: 'Book', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.label-to-print').nth(1).waitFor({ state: 'attached' })
    const [booked]: Json[] = (await tenant.get('/v1/parcel_quotes?status=booked')).json
    const [cancelled]: Json[] = (await tenant.get('/v1/parcel_quotes?cancelled=true')).json
    assert.deepEqual([cancelled.closed_reason, cancelled.source], ['cancelled_by_operator', 'console'])
    assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [], 'what was tried again was made once')
    assert.equal(booked.cargo_volume, "1 x LCL, 1 x 20'")
    assert.equal(booked.parcel_customer_id, customer.parcel_customer_id)
  })

  it('goes on from a booking to its payment and the receipt, without leaving the page or paying an older debt', async () => {
    const tenant = await stage.waybill.newTenant({ name: 'Sample Exports' })
    const desk = await atDesk(stage.waybill)
    await desk.done('/tax_rates', { kind: 'freight', direction: 'export', percent: '7.5' })
    await book(tenant, exportAir())
    const older = await issueAll(desk, tenant.business.id)
    const page = await open(tenant.business.id, 'admin')
    for (const [part, texts] of Object.entries({ Sender: exportAir().sender, Recipient: exportAir().recipient })) {
      const group = page.getByRole('group', { name: part })
      await group.getByLabel('Name').fill(texts.name)
      await group.getByLabel('Phone').fill(texts.phone)
      for (const field of ['Street', 'City', 'Country'] as const)
        await group.getByLabel(field).fill(String((texts.address as Json)[field.toLowerCase()]))
    }
    await page.getByRole('group', { name: 'Cargo' }).getByLabel('Weight, kg').first().fill('2.4')
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    await page.getByRole('radiogroup', { name: 'Choose a rate' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /is booked$/ }).waitFor()
    const amount = page.getByLabel('Amount, NGN')
    await amount.waitFor()
    const [booked]: Json[] = (await tenant.get('/v1/parcel_quotes?status=booked')).json
    assert.equal(await amount.inputValue(), booked.estimated_total.toFixed(2))
    assert.equal(await page.getByRole('checkbox', { name: older.number }).isChecked(), false, 'another debt of the payer')
    await assertAccessible(page)
    await page.evaluate('window.dispatchEvent(new Event("afterprint")); window.printed = 0')

    await amount.fill((booked.estimated_total * 10).toFixed(2))
    await amount.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Take more than is owed?').waitFor()
    await dialog.getByRole('button', { name: /^Take / }).click()
    await dialog.getByText('10 times what is owed?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await amount.fill(booked.estimated_total.toFixed(2))
    await amount.press('Enter')
    await page.getByRole('heading', { name: / taken from Sample Exports$/ }).waitFor()
    assert.equal((await tenant.get(`/v1/invoices/${older.invoice_id}`)).json.status, 'issued')
    assert.equal((await tenant.get('/v1/balance')).json.balance, older.total)
    for (const [name, sheet] of [
      ['Print A6', 'a6'],
      ['Print 80 mm', 'roll'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await page.locator(`.printing-label .label-to-print[data-sheet=${sheet}]`).waitFor({ state: 'attached' })
      await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    }
    await assertAccessible(page)
    await fitsPhone(page)
  })

  it('marks missing fields, and books a quote that the business made', async () => {
    const tenant = await stage.waybill.newTenant()
    const page = await open(tenant.business.id)
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    await page.getByRole('group', { name: 'Recipient' }).getByText('is required').first().waitFor()
    const quote = await newQuote(tenant, exportAir())
    await page.goto(`/console/quotes/${quote.parcel_quote_id}`)
    await page.getByRole('button', { name: 'Book quote' }).click()
    await page.getByRole('radiogroup', { name: 'Choose a rate' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('pending → booked').waitFor({ state: 'attached' })
    assert.equal((await tenant.get(`/v1/parcel_quotes/${quote.parcel_quote_id}`)).json.status, 'booked')
  })
})
