// The credit dialog in a real browser: credits part of a line by quantity or amount, a whole line, or an amount of the invoice.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInBrowser, fitsPhone } from '../support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('a credit note', (stage) => {
  const invoiced = async () => {
    const desk = await atDesk(stage.waybill)
    await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1000' })
    await desk.done('/price_list', { code: 'FEE', name: 'Clearance', kind: 'clearance', amount: '5000' })
    await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
    const { business } = await stage.waybill.newTenant({ name: 'Lagoon Glass' })
    await desk.done('/charges', { mode: 'test', business: business.id, code: 'PACK', quantity: 4 })
    await desk.done('/charges', { mode: 'test', business: business.id, code: 'FEE' })
    const paper: Json = await issueAll(desk, business.id)
    const read = (): Promise<Json> => desk.get(`/invoices/${paper.invoice_id}`)
    return { desk, id: paper.invoice_id as string, read }
  }
  const openDialog = async (page: Page, extent: 'Lines' | 'An amount') => {
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(extent, { exact: true }).click()
    return dialog
  }
  const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Credit', exact: true }).click()

  it('takes back a quantity of a line, and errors stand at their field', async () => {
    const { id, read } = await invoiced()
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/invoices/${id}`)
    const dialog = await openDialog(page, 'Lines')
    await dialog.getByLabel('Reason').fill('Cartons returned')
    page.faults.allow(/422/)
    await send(page)
    await dialog.getByText('Tick the lines to credit.').waitFor()
    await dialog.getByLabel('Clearance, ₦5,000.00 left').check()
    await dialog.getByLabel('Repacking, ₦4,300.00 left').check()
    await dialog.getByLabel('Clearance, ₦5,000.00 left').uncheck()
    const quantity = dialog.getByLabel('Quantity, of 4')
    await quantity.fill('two')
    await send(page)
    await dialog.locator('[aria-invalid=true]').waitFor()
    assert.equal(await quantity.getAttribute('aria-invalid'), 'true')
    await quantity.fill('1')
    // If only part of a line is credited, the dialog does not offer to charge that part again.
    assert.equal(await dialog.getByLabel('Charge the same again on another invoice').count(), 0)
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await send(page)
    await page.getByText('is credited.').waitFor()
    const { invoice } = await read()
    assert.deepEqual([invoice.credited, invoice.open], ['1075.00', '8225.00'])
  })

  it('takes back an amount of a line or of the whole invoice', async () => {
    const { id, read } = await invoiced()
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/invoices/${id}`)
    const lines = await openDialog(page, 'Lines')
    await lines.getByLabel('Clearance, ₦5,000.00 left').check()
    await lines.getByLabel('With tax, NGN').fill('x')
    await lines.getByLabel('Reason').fill('Late')
    page.faults.allow(/422/)
    await send(page)
    await lines.getByText('must be an amount').waitFor()
    await lines.getByLabel('With tax, NGN').fill('800.50')
    await send(page)
    await page.getByText('is credited.').waitFor()
    assert.equal((await read()).invoice.credited, '800.50')

    await page.goto(`/console/invoices/${id}`)
    const amount = await openDialog(page, 'An amount')
    await amount.getByLabel('Amount with tax, NGN').fill('99.50')
    await amount.getByLabel('Reason').fill('Goodwill')
    await assertAccessible(page)
    await send(page)
    await page.getByText('is credited.').waitFor()
    assert.equal((await read()).invoice.credited, '900.00')
    await page.goto(`/console/invoices/${id}`)
    await page.getByText('Goodwill').waitFor()
  })

  it('says that freight will not be charged, unless it is charged again', async () => {
    const { desk } = await invoiced()
    const tenant = await stage.waybill.newTenant({ name: 'Harbour Glass' })
    await book(tenant, exportAir())
    const { invoice_id: id } = await issueAll(desk, tenant.business.id)
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/invoices/${id}`)
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The freight will not be charged.').waitFor()
    await dialog.getByLabel('Charge the same again on another invoice').check()
    assert.equal(await dialog.getByText('The freight will not be charged.').count(), 0)
    await dialog.getByLabel('Reason').fill('Wrong customer')
    await send(page)
    await page.getByText('is credited.').waitFor()
    const waiting: Json[] = await desk.get(`/charges?mode=test&business=${tenant.business.id}&waiting=true`)
    assert.deepEqual(
      waiting.map(({ kind }) => kind),
      ['freight'],
    )
  })
})
