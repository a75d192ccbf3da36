// Approvals in a real browser: a large refund waits until a colleague approves or refuses it.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { assertAccessible } from '../support/axe.ts'
import type { WatchedPage } from '../support/page-pool.ts'
import { describeInBrowser, fitsPhone } from '../support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('money that needs a second person', (stage) => {
  const paidAhead = async (name: string) => {
    const desk = await atDesk(stage.waybill)
    const rules = await desk.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: true, second_person_from: '500' })
    assert.equal(rules.status, 200, rules.text)
    const { business } = await stage.waybill.newTenant({ name })
    const ahead = { mode: 'test', business: business.id, method: 'cash', amount: '2000', confirm_overpayment: true }
    const { payment } = (await desk.done('/payments', ahead)).payment
    return { desk, business, id: payment.payment_id as string }
  }
  const refund = async (page: WatchedPage, id: string, amount: string) => {
    await page.goto(`/console/payments/${id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount, NGN').fill(amount)
    await dialog.getByLabel('Reason').fill('Sent twice')
    await dialog.getByRole('button', { name: 'Refund' }).click()
  }
  const creditOf = async ({ desk, id }: Awaited<ReturnType<typeof paidAhead>>): Promise<string> =>
    (await desk.get(`/payments/${id}`)).payment.credit

  it('is refunded by the approval of another, and below the amount at once', async () => {
    const paid = await paidAhead('Marina Refunds')
    const page = await stage.newPage({ as: 'accountant' })
    page.faults.allow(/422|409/)
    await refund(page, paid.id, '499.99')
    await page.getByText('is refunded.').waitFor()
    await refund(page, paid.id, '500')
    await page.getByText('Your request waits under Approvals.').waitFor()
    assert.equal(await creditOf(paid), '1500.01')

    await page.goto(`/console/money-requests?mode=test&business=${paid.business.id}`)
    const asked = page.getByRole('row').filter({ hasText: 'Refund to Marina Refunds' })
    assert.match(await asked.innerText(), /₦500\.00[\s\S]*Sent twice[\s\S]*Another person decides/)
    assert.equal(await page.getByRole('button', { name: /Approve/ }).count(), 0)
    await assertAccessible(page)

    const other = await stage.newPage({ as: 'accountant', isSingleUse: true })
    await other.goto(`/console/money-requests?mode=test&business=${paid.business.id}`)
    await other.getByRole('link', { name: 'Refund to Marina Refunds' }).waitFor()
    await fitsPhone(other)
    await other.setViewportSize(DESKTOP)
    await other.getByRole('button', { name: 'Approve: Refund to Marina Refunds' }).click()
    await other.getByText('Approved and carried out.').waitFor()
    await other.getByText('Nothing waits for approval').waitFor()
    assert.equal(await creditOf(paid), '1000.01')
    await other.goto(`/console/money-requests?mode=test&state=approved&business=${paid.business.id}`)
    const decided = other.getByRole('row').filter({ hasText: 'Refund to Marina Refunds' })
    assert.match(await decided.innerText(), /Approved[\s\S]*Sample accountant/)
    await assertAccessible(other)
  })

  it('is not refunded if the other person refuses, whose reason the first one reads', IN_SOAK, async () => {
    const paid = await paidAhead('Creek Refunds')
    const page = await stage.newPage({ as: 'accountant' })
    page.faults.allow(/422|409/)
    await refund(page, paid.id, '2000')
    await page.getByText('Your request waits under Approvals.').waitFor()
    const other = await stage.newPage({ as: 'accountant', isSingleUse: true })
    await other.goto(`/console/money-requests?mode=test&business=${paid.business.id}`)
    await other.getByRole('button', { name: 'Refuse: Refund to Creek Refunds' }).click()
    await other.getByRole('dialog').getByText('Refund to Creek Refunds, ₦2,000.00').waitFor()
    await other.getByRole('dialog').getByLabel('Reason').fill('The transfer never left')
    await assertAccessible(other)
    await other.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await other.getByText('Nothing waits for approval').waitFor()
    await page.goto(`/console/money-requests?mode=test&state=refused&business=${paid.business.id}`)
    await page.getByRole('row').filter({ hasText: 'The transfer never left' }).waitFor()
    assert.equal(await creditOf(paid), '2000.00')
  })
})
