// The till in a real browser: a cashier counts the cash taken, gives a reason for a difference, and gets a slip.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInBrowser, fitsPhone } from '../support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('the till', (stage) => {
  it('expects the cash that its cashier took, and is counted with a slip', async () => {
    const { waybill } = stage
    const desk = await atDesk(waybill)
    await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
    const { business } = await waybill.newTenant({ name: 'Lagoon Prints' })
    for (const quantity of [1, 2]) {
      await desk.done('/charges', { mode: 'test', business: business.id, code: 'PACK', quantity })
      await issueAll(desk, business.id)
    }
    const page = await stage.newPage({ as: 'cashier' })
    await page.goto('/console/till?mode=test')
    await page.getByText('No counts yet').waitFor()
    const takes = async (amount: string, method: 'Cash' | 'Transfer') => {
      await page.visit(`/console/payments/new?mode=test&code=${business.prefix}`)
      await page.getByLabel('Amount, NGN').fill(amount)
      await page.getByText(method, { exact: true }).click()
      if (method === 'Transfer') await page.getByLabel('Reference').fill('FT-77')
      await page.getByRole('button', { name: /^Take ₦/ }).click()
      await page.getByText('taken from Lagoon Prints').waitFor()
    }
    await takes('10000', 'Cash')
    await takes('5000', 'Transfer')
    await takes('2500.50', 'Cash')

    await page.goto('/console/till?mode=test')
    await page.getByText('₦12,500.50').waitFor()
    const counted = page.getByLabel('Counted, NGN')
    await counted.fill('12000')
    page.faults.allow(/422/)
    await page.getByRole('button', { name: 'Record the count' }).click()
    await page.getByText('is required, because the count differs from what is expected').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Reason').fill('Change for a large note')
    await page.getByRole('button', { name: 'Record the count' }).click()
    await page.getByText('The count is recorded.').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Sample cashier' })
    assert.match(await row.innerText(), /₦12,500\.50[\s\S]*₦12,000\.00[\s\S]*-₦500\.50[\s\S]*Change for a large note/)
    // The till is empty after its count.
    await page.getByText('₦0.00').first().waitFor()
    assert.equal(await counted.inputValue(), '')
    const slip = (await row.getByRole('link', { name: 'Slip' }).getAttribute('href'))!
    const type = await page.evaluate(
      `fetch(${JSON.stringify(slip)}).then(({ status, headers }) => status + ' ' + headers.get('content-type'))`,
    )
    assert.equal(type, '200 application/pdf')
    await assertAccessible(page)
    await fitsPhone(page)
    // On a phone, the link to the slip is visible without scrolling the table.
    const { x, width } = (await row.getByRole('link', { name: 'Slip' }).boundingBox())!
    assert.ok(x + width <= 360, `the slip ends at ${x + width}`)
    await page.setViewportSize(DESKTOP)
  })

  it('is one of each cashier, and their counts are in view of the accountant', async () => {
    const { waybill } = stage
    const cashier = await atDesk(waybill, 'cashier')
    const { business } = await waybill.newTenant({ name: 'Creek Prints' })
    const ahead = { mode: 'test', business: business.id, method: 'cash', amount: '80', confirm_overpayment: true }
    await cashier.done('/payments', ahead)
    await cashier.done('/cash_counts', { mode: 'test', counted: '80' })
    const page = await stage.newPage({ as: 'accountant' })
    await page.visit('/console/till?mode=test')
    await page.getByRole('row').filter({ hasText: 'Sample cashier' }).filter({ hasText: '₦80.00' }).waitFor()
    const other = await stage.newPage({ as: 'cashier', isSingleUse: true })
    await other.goto('/console/till?mode=test')
    await other.getByText('No counts yet').waitFor()
  })
})
