// Tax that a payer withholds, in a real browser: proposed when a payment is taken, and paid like money.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk } from '../support/calls/billing-calls.ts'
import { MONEY, WITHHELD, withholdingCalls } from '../support/calls/withholding-calls.ts'
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
    // What the money pays leaves no tax to be withheld.
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
})
