// Quotes in a real browser: found, explained rate by rate, and cancelled by staff.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newQuote } from '../support/calls/quote-calls.ts'
import { book, live } from '../support/calls/receiving-calls.ts'
import { exportAir, importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const amountOf = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''))

describeInBrowser('quotes', (stage) => {
  it('are found by status and reference, which the address keeps', async () => {
    const tenant = await stage.waybill.newTenant()
    const pending = await newQuote(tenant, exportAir(), live(tenant))
    const { quote: booked } = await book(tenant, importAir(), live(tenant))
    const page = await stage.newPage({ as: 'support' })
    await page.goto(`/console/quotes?business=${tenant.business.id}`)
    await page.getByRole('link', { name: pending.reference }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Booked' }).click()
    await page.getByRole('link', { name: pending.reference }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: booked.reference }).click()
    await page.getByRole('heading', { name: booked.reference, level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: booked.reference }).waitFor()
    assert.match(page.url(), /status=booked/)
    await page.getByLabel('Search', { exact: true }).fill(pending.reference)
    await page.getByText('Nothing matches').waitFor()
    await assertAccessible(page)
  })

  it('link to their packages, show the client’s reference and metadata, and fit a phone', async () => {
    const tenant = await stage.waybill.newTenant()
    const noted = { client_reference: 'ORDER 7', metadata: { shop: 'Ikeja', note: 'x'.repeat(300) } }
    const { quoteId, numbers } = await book(tenant, importAir(noted), live(tenant))
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    await page.visit(`/console/quotes/${quoteId}`)
    await page.getByTestId('price-total').waitFor()
    await page.locator('dd').getByText('ORDER 7', { exact: true }).waitFor()
    await page.locator('dd').getByText('shop: Ikeja, note: xxx').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
    assert.equal(await page.getByRole('button', { name: 'Cancel quote' }).count(), 0)
    await page.getByRole('link', { name: numbers[0]! }).click()
    await page.getByRole('heading', { name: numbers[0]!, level: 1 }).waitFor()
    await page.locator('dd').getByText('ORDER 7', { exact: true }).waitFor()
  })

  it('show every rate that can still be booked, each with lines that sum to it, and can be cancelled while pending', async () => {
    const tenant = await stage.waybill.newTenant()
    const quote = await newQuote(tenant, exportAir(), live(tenant))
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit(`/console/quotes/${quote.parcel_quote_id}`)
    for (const { service } of quote.rates) await page.locator('summary').filter({ hasText: service }).click()
    const totals = await page.getByTestId('price-total').locator('td:last-child').allTextContents()
    assert.deepEqual(
      totals.map(amountOf),
      quote.rates.map(({ rate }: { rate: string }) => Number(rate)),
    )
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Cancel quote' }).click()
    await page.getByRole('dialog').getByLabel('Comment').fill('The lane is closed')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel quote' }).click()
    await page.getByText('Cancelled by us').waitFor()
    await page.getByText('The lane is closed').first().waitFor()
    await page.getByRole('button', { name: 'Cancel quote' }).waitFor({ state: 'detached' })
    await page.getByText('pending → cancelled').waitFor()
  })
})
