// Work on the books in a real browser: write-offs, opening balances, and the tax category of exempt charges.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { workTasks } from '../../../src/flows/tasks/work-tasks.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInBrowser, fitsPhone } from '../support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('the books', (stage) => {
  it('write a debt off in part, and reverse that with a reason', async () => {
    const desk = await atDesk(stage.waybill)
    await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
    const { business } = await stage.waybill.newTenant({ name: 'Creek Timber' })
    await desk.done('/charges', { mode: 'test', business: business.id, code: 'PACK' })
    const { invoice_id: id, number } = await issueAll(desk, business.id)
    const openOf = async (): Promise<string> => (await desk.get(`/invoices/${id}`)).invoice.open
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/invoices/${id}`)
    await page.getByRole('button', { name: 'Write off' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Amount, NGN').inputValue(), '10000.00')
    await dialog.getByLabel('Amount, NGN').fill('10000.01')
    await dialog.getByLabel('Reason').fill('Bankrupt')
    page.faults.allow(/422/)
    await dialog.getByRole('button', { name: 'Write off' }).click()
    await dialog.locator('[aria-invalid=true], [role=alert]').first().waitFor()
    await dialog.getByLabel('Amount, NGN').fill('4000')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Write off' }).click()
    await page.getByText(`${number} is written off.`).waitFor()
    assert.equal(await openOf(), '6000.00')
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Write-offs' }) })
    await panel.getByText('₦4,000.00').waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await panel.getByRole('button', { name: 'Reverse' }).click()
    await dialog.getByLabel('Reason').fill('Paid after all')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Reverse' }).click()
    await panel.getByText('Reversed: Paid after all').waitFor()
    assert.equal(await openOf(), '10000.00')
  })

  it('begin with balances from the books of before: a debt, a credit, and many from a file', IN_SOAK, async () => {
    const desk = await atDesk(stage.waybill)
    const tenant = await stage.waybill.newTenant({ name: 'Delta Fabrics' })
    const { business } = tenant
    const customer = await newCustomer(tenant, { first_name: 'Ada', last_name: 'Weaver', ...pickup })
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/invoices?mode=test&business=${business.id}`)
    await page.getByRole('link', { name: 'Opening balances' }).click()
    await page.getByRole('heading', { name: 'One payer' }).waitFor()
    page.faults.allow(/422/)
    await page.getByRole('button', { name: 'Record the balance' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await page.getByLabel('Amount, NGN').fill('2500')
    await page.getByLabel('Day of the balance').fill('2026-10-31')
    await page.getByLabel('Due since').fill('2026-10-01')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Record the balance' }).click()
    await page.getByText(/OPB-.* is recorded\./).waitFor()
    await page.getByText(/is recorded\./).waitFor({ state: 'hidden' })
    await page.getByLabel('The payer').selectOption('credit')
    await page.getByLabel('Amount, NGN').fill('700')
    await page.getByLabel('Day of the balance').fill('2026-10-31')
    await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('Weaver')
    await page.getByRole('option', { name: /Ada Weaver/ }).click()
    await page.getByRole('button', { name: 'Record the balance' }).click()
    await page.getByText(/-\d+ is recorded\./).waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    const debtsOf = async () => {
      const { debts } = await desk.get(`/aged_debt?mode=test&business=${business.id}`)
      return debts.map(({ customer_identifier: of, open, credit }: Record<string, string>) => [of, open, credit])
    }
    assert.deepEqual(await debtsOf(), [
      [null, '2500.00', '0.00'],
      [customer.address_suffix, '0.00', '700.00'],
    ])

    const other = await newCustomer(tenant, { ...pickup, first_name: 'Bola', last_name: 'Dyer', mobile: '+2348000000555' })
    const csv = `customer_id,amount,as_of,due_date,note\n${other.address_suffix},900,2026-10-31,,Old ledger\n`
    const file = page.locator('section').filter({ has: page.getByRole('heading', { name: 'From a file' }) })
    await file.locator('input[type=file]').setInputFiles({ name: 'balances.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await file.getByRole('button', { name: 'Check the file' }).click()
    await file.getByText('1 row without mistakes. Nothing is recorded yet.').waitFor()
    await assertAccessible(page)
    await file.getByRole('button', { name: 'Import the good rows' }).click()
    await workTasks(stage.waybill.deps)
    await file.getByText('1 balance recorded.').waitFor()
    assert.deepEqual(
      (await debtsOf()).find(([of]: string[]) => of === other.address_suffix),
      [other.address_suffix, '900.00', '0.00'],
    )
  })

  it('set a rate for exempt charges with its reason', IN_SOAK, async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.visit('/console/extras')
    await page.getByRole('button', { name: 'Set tax rate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Insurance' }).click()
    await dialog.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Exempt' }).click()
    assert.equal(await dialog.getByLabel('Percent').count(), 0)
    page.faults.allow(/422/)
    await dialog.getByRole('button', { name: 'Set tax rate' }).click()
    await dialog.getByText('is required for the category exempt').waitFor()
    await dialog.getByLabel('Reason').fill('Insurance is exempt by law')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Set tax rate' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Insurance is exempt by law' })
    await row.waitFor()
    assert.match(await row.innerText(), /Insurance[\s\S]*Both[\s\S]*Exempt[\s\S]*0\s%/)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
  })
})
