// Withholding tax in a real browser: proposed when a payment is recorded, and shown with its certificates on the payer's account.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk } from '../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import { MONEY, WITHHELD, withholdingCalls } from '../support/calls/withholding-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('tax that a payer withholds', (stage) => {
  const callsAtDesk = async () => {
    const { waybill } = stage
    const desk = await atDesk(waybill)
    await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
    await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
    return withholdingCalls(waybill, desk, desk)
  }

  it('is proposed when a payment is taken, and pays the invoice together with the money', async () => {
    const calls = await callsAtDesk()
    const [marked, other] = [await calls.withholding(), await stage.waybill.newTenant()]
    await calls.invoiced(marked)
    await calls.invoiced(other)
    const page = await stage.newPage({ as: 'cashier' })
    await page.goto(`/console/payments/new?mode=test&code=${other.business.prefix}`)
    const amount = page.getByLabel('Amount, NGN')
    await amount.waitFor()
    assert.equal(await page.getByLabel('Tax withheld, NGN').count(), 0)

    await page.visit(`/console/payments/new?mode=test&code=${marked.business.prefix}`)
    const withheld = page.getByLabel('Tax withheld, NGN')
    await withheld.waitFor()
    assert.deepEqual([await amount.inputValue(), await withheld.inputValue()], [MONEY, WITHHELD])
    await page.getByText('₦10,250.00 and ₦500.00 of tax withheld pay ₦10,750.00. ₦10,750.00 is owed').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    // The amount pays everything that is owed, so no tax is left to be withheld.
    await amount.fill('10750')
    assert.equal(await withheld.inputValue(), '0.00')
    await amount.fill('5750')
    await withheld.fill('5000')
    page.faults.allow(/422/)
    await page.getByRole('button', { name: 'Take ₦5,750.00' }).click()
    await page.getByText('must be at most ₦500.00').waitFor()
    await amount.fill(MONEY)
    await withheld.fill(WITHHELD)
    await page.getByRole('button', { name: 'Take ₦10,250.00' }).click()
    await page.getByText('₦10,250.00 taken from').waitFor()
    await page.getByText('Tax withheld', { exact: true }).waitFor()
    assert.equal((await marked.get('/v1/balance')).json.balance, '0.00')
    assert.equal((await calls.openOf(marked))[0]?.open, WITHHELD)
  })

  it('is set on the account of its payer, which lists claims and records and withdraws certificates', IN_SOAK, async () => {
    const calls = await callsAtDesk()
    const tenant = await stage.waybill.newTenant({ name: 'Lagoon Refiners' })
    const { id } = tenant.business
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/businesses/${id}/account?mode=test`)
    await page.getByText('No certificate is awaited').waitFor()
    await page.getByRole('button', { name: 'Change tax details' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tax number').fill('12345678-0001')
    await dialog.getByLabel('Storage, %').fill('2')
    await dialog.getByLabel('Repacking, %').fill('500')
    await assertAccessible(page)
    page.faults.allow(/422/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('must be above 0 and below 100').waitFor()
    await dialog.getByLabel('Storage, %').fill('')
    await dialog.getByLabel('Repacking, %').fill('5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Repacking 5').waitFor()
    await page.getByText('12345678-0001').waitFor()

    await calls.invoiced(tenant)
    const { number } = await calls.paid(tenant)
    await page.visit(`/console/businesses/${id}/account?mode=test`)
    const panelOf = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
    const claims = panelOf('Tax withheld without a certificate')
    await claims.getByRole('link', { name: number }).waitFor()
    await page.getByRole('button', { name: 'Record certificate' }).click()
    await dialog.getByLabel('Number').fill('WHT/2026/1')
    await dialog.getByLabel('Issued on').fill('2026-11-01')
    assert.equal(await dialog.getByLabel('Amount, NGN').inputValue(), WITHHELD)
    await dialog.getByLabel('Amount, NGN').fill('200')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Record certificate' }).click()
    await claims.getByText('₦300.00').waitFor()
    await panelOf('Withholding certificates').getByText('₦200.00').waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).last().click()
    assert.equal((await saved).suggestedFilename(), 'withholding-certificates.csv')
    await page.getByRole('button', { name: 'Withdraw WHT/2026/1' }).click()
    await dialog.getByLabel('Reason').fill('For another payer')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await claims.getByText('₦500.00').first().waitFor()
    await page.getByText('Withdrawn: For another payer').waitFor()
    assert.equal((await calls.openOf(tenant))[0]?.open, WITHHELD)
  })

  it('is claimed and covered on the account of a customer, and named on that of the business', IN_SOAK, async () => {
    const calls = await callsAtDesk()
    const { waybill } = stage
    const desk = await atDesk(waybill)
    const tenant = await waybill.newTenant({ name: 'Harbour Refiners' })
    const { id } = tenant.business
    await desk.done(`/businesses/${id}/terms`, { bill_to: 'customer' })
    const { parcel_customer_id: customer_id, address_suffix } = await newCustomer(tenant, {
      ...pickup,
      first_name: 'Nkem',
      last_name: 'Refinery',
    })
    const marked = await calls.details(id, { customer_id, withholding: [{ kind: 'repacking', percent: '5' }] })
    assert.equal(marked.status, 200, marked.text)
    await desk.done('/charges', { mode: 'test', business: id, customer_id, code: 'PACK' })
    const { invoice } = await desk.done('/invoices', { mode: 'test', business: id, customer_id })
    const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/issue`)
    const taken = await calls.pay(tenant, { customer_id })
    assert.equal(taken.status, 201, taken.text)

    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/businesses/${id}/account?mode=test`)
    const panelOf = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
    const claims = panelOf('Tax withheld without a certificate')
    await claims.getByRole('link', { name: `${address_suffix} · Nkem Refinery` }).waitFor()
    // The certificate is recorded on the account of the payer, not on the account of the business.
    assert.equal(await claims.getByRole('button', { name: 'Record certificate' }).count(), 0)
    await claims.getByRole('link', { name: `${address_suffix} · Nkem Refinery` }).click()
    await page.goto(`/console/customers/${customer_id}/account`)
    await page.getByRole('heading', { name: 'Account of Nkem Refinery', level: 1 }).waitFor()
    await claims.getByRole('link', { name: paper.number }).waitFor()
    await page.getByText('Repacking 5').waitFor()
    // The account of a test customer does not mention live mode.
    assert.equal(await page.getByText('No invoices are issued in live mode').count(), 0)
    await claims.getByRole('button', { name: 'Record certificate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Number').fill('WHT/2026/77')
    await dialog.getByLabel('Issued on').fill('2026-11-01')
    await dialog.getByRole('button', { name: 'Record certificate' }).click()
    await claims.getByText('No certificate is awaited').waitFor()
    await panelOf('Withholding certificates').getByText('₦500.00').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
  })
})
