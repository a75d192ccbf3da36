// A month end in a real browser: the preview by payer, the start, leaving the page, and coming back to it.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addCharges } from '../../src/flows/billing/charges/add-charges.ts'
import { setTaxRate } from '../../src/flows/billing/charges/set-prices.ts'
import { callerFor, withBusiness } from '../../src/flows/deps.ts'
import { workTasks } from '../../src/flows/tasks/work-tasks.ts'
import { SYSTEM } from '../../src/platform/engine/db.ts'
import { atDesk } from '../support/calls/billing-calls.ts'
import { byTest } from '../support/samples/authors.ts'
import type { Waybill } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser } from './support/stage.ts'

const owe = async ({ deps }: Waybill, businessId: string, count: number): Promise<void> => {
  const caller = await callerFor(deps.db, { businessId, mode: 'live' }, byTest(deps))
  const fee = { kind: 'other', description: 'Handling', unitKobo: 10_000, direction: null, customerId: null } as const
  const fees = Array.from({ length: count }, () => fee)
  await deps.db.transaction(SYSTEM, async (tx) => addCharges(deps, tx, await withBusiness(tx, caller), fees))
}

describeInBrowser('a month end', (stage) => {
  it('is previewed, started, left and found again', async () => {
    const { waybill } = stage
    const { deps } = waybill
    const desk = await atDesk(waybill)
    await setTaxRate(deps, byTest(deps), { kind: 'other', direction: null, percent: '7.5', from: null })
    const [each, byHand] = [await waybill.newTenant({ name: 'Lagoon Imports' }), await waybill.newTenant({ name: 'Harbour Imports' })]
    await desk.done(`/businesses/${each.business.id}/terms`, { invoicing: 'package' })
    await owe(waybill, each.business.id, 120)
    await owe(waybill, byHand.business.id, 2)

    const page = await stage.newPage({ as: 'accountant' })
    await page.goto('/console/month-end')
    await page.getByRole('heading', { name: 'Will be issued' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Lagoon Imports' }).getByText('₦12,900.00').waitFor()
    const manual = page.getByRole('row').filter({ hasText: 'Harbour Imports' })
    assert.match(await manual.innerText(), /Issued by hand[\s\S]*₦200\.00[\s\S]*₦15\.00[\s\S]*₦215\.00/)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Issue 120 invoices' }).click()
    await page.getByText('Issue 120 invoices over ₦12,900.00?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue 120 invoices' }).click()
    await page.getByText('0 of 120 done').waitFor()

    // This clock advances by 400 ms each time it is read, so the worker's turn ends after one slice of 50 invoices.
    let ms = 0
    await workTasks({ ...deps, monotonic: () => (ms += 400) })
    await page.getByText('50 of 120 done').waitFor()
    await page.visit('/console/invoices')
    await page.visit('/console/tasks')
    await page.getByRole('row').filter({ hasText: 'Month end' }).getByText('50 of 120 done').waitFor()
    await page.getByRole('link', { name: 'Month end' }).last().click()
    await page.getByText('You can leave this page: the server goes on.').waitFor()
    assert.match(await page.locator('dd').filter({ hasText: ',' }).innerText(), /^\S.*, \d{1,2} \w{3}/)
    await workTasks(deps)
    await page.getByText('120 invoices issued.').waitFor()
    await assertAccessible(page)
    await page.visit('/console/month-end')
    await page.getByText('Nothing is due').waitFor()
  })
})
