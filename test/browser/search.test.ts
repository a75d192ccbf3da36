// The search in a real browser, by keyboard alone: it finds people, parcels and pages, and never preselects an action that changes data.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk, paidInvoice } from '../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import { book, live } from '../support/calls/receiving-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { atField, SCAN_BOX, scan, until } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

/** Typing speed of a person; a scanner is faster. */
const BY_HAND = { delay: 80 }
const FOCUSED = 'document.activeElement?.textContent'

describeInBrowser('the search', (stage) => {
  it('finds a customer by name with her two boxes, and pages, from anywhere', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const lady = { ...pickup, first_name: 'Ọlábísí', last_name: 'Adéyẹmí', mobile: '+2348031234567' }
    const customer = await newCustomer(tenant, lady, live(tenant))
    const token = customer.parcel_customer_id
    const { numbers } = await book(
      tenant,
      importAir({ packages: [{ weight: 2 }, { weight: 3 }], parcel_customer_token: token }),
      live(tenant),
    )
    const page = await stage.newPage({ as: 'warehouse' })
    // On a page that takes scans, Ctrl-K opens the search.
    await page.goto('/console/receive?mode=live')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('olabisi', BY_HAND)
    const options = page.getByRole('option')
    await options.filter({ hasText: 'Ọlábísí Adéyẹmí' }).first().waitFor()
    assert.deepEqual(
      (await options.allTextContents()).map((text) => numbers.some((number) => text.startsWith(number))),
      [false, true, true],
    )
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ọlábísí Adéyẹmí' }).waitFor()
    await until(page, FOCUSED, 'Ọlábísí Adéyẹmí')

    await page.keyboard.press('/')
    await page.keyboard.type('adeyemi ola', BY_HAND)
    await options.nth(2).waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = (await page.locator('[role="option"][aria-selected="true"]').textContent())!.slice(0, numbers[0]!.length)
    await page.keyboard.press('Enter')
    await until(page, FOCUSED, chosen)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('exchange', BY_HAND)
    await page.getByRole('option', { name: 'Exchange rates' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/fx/)
    await until(page, FOCUSED, 'Exchange rates')
  })

  it('finds actions of the role, and `?` lists the keys', IN_SOAK, async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/packages?mode=live')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [text, path] of [
      ['new quote', '/quotes/new'],
      ['take payment', '/payments/new'],
      ['import ann', '/inbound/import'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text, BY_HAND)
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${path}*`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('card', BY_HAND)
    await page.getByRole('option', { name: 'Rate cards' }).waitFor()
    assert.equal(await page.getByRole('option', { name: 'New card' }).count(), 0)
    await page.keyboard.press('Escape')

    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    await dialog.getByText('Ctrl K').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens receipts and credit notes by the numbers on the papers, typed or scanned', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const { invoice, payment } = await paidInvoice(stage.waybill, tenant, live(tenant))
    const desk = await atDesk(stage.waybill)
    const { paper } = await desk.done(`/invoices/${invoice}/credit`, { reason: 'Never shipped' })
    const receipt = (await desk.get(`/payments/${payment}`)).payment.number
    const note = paper.credit_notes[0].number
    const page = await stage.newPage({ as: 'support' })
    for (const [number, path] of [
      [receipt, `/payments/${payment}`],
      [note, `/invoices/${invoice}`],
      [paper.number, `/invoices/${invoice}`],
    ]) {
      await page.goto('/console/packages?mode=live')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type(number, BY_HAND)
      await page.getByRole('option', { name: number }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${path}*`)
      await page.getByText(number).first().waitFor()
    }
    for (const [number, path] of [
      [receipt, `/payments/${payment}`],
      [note, `/invoices/${invoice}`],
    ]) {
      await page.goto('/console/packages?mode=live')
      // Waits until the page is ready. Keys that a scanner sends before then are lost.
      await atField(page, SCAN_BOX)
      await scan(page, number)
      await page.waitForURL(`**${path}*`)
    }
  })

  it('offers to receive an unknown code, without preselecting that', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/packages')
    await page.getByLabel(SCAN_BOX).fill('SPX99887766')
    await page.getByText('Nothing found for “SPX99887766”').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('No match for SPX99887766.').waitFor()
    assert.equal(await page.getByRole('option', { selected: true }).count(), 0)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(100)
    assert.match(page.url(), /\/packages/)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Receive as unidentified', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/receive/)
  })
})
