// A business pays an invoice in the portal, and reads its payments and its statement.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { book } from '../../support/calls/receiving-calls.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

const newInvoice = async (tenant: Tenant) => {
  await book(tenant, exportAir())
  const { status, json, text } = await tenant.post('/v1/test_helpers/invoices')
  assert.equal(status, 201, text)
  return json
}

describeInPortal('invoices', (stage) => {
  it('are paid on the page of the provider, and the page notices the payment by itself', async () => {
    const { tenant, page } = await stage.person('accountant')
    const invoice = await newInvoice(tenant)
    await page.open('/billing')
    await page.getByText('You owe').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: invoice.number }).click()
    await page.getByRole('button', { name: 'Pay now' }).click()
    // The checkout page of the payment simulator is on another origin. Opening the page pays the invoice.
    page.faults.allow(/\/checkout\//)
    const checkout = page.context().waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Go to the payment page' }).click()
    await (await checkout).getByText('"paid"').waitFor()
    await stage.waybill.settle()
    await page.getByText('Thank you. The payment is recorded.').waitFor()
    await page.getByRole('heading', { name: new RegExp(`${invoice.number}.*Paid`) }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Pay now' }).count(), 0)
    await assertAccessible(page)

    await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
    await page.getByText('Nothing is owed').waitFor()
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('cell', { name: 'Paystack' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Receipt .* as PDF$/ }).click()
    assert.equal((await readFile(await (await download).path(), 'latin1')).slice(0, 5), '%PDF-')

    await page.getByRole('link', { name: 'Statement' }).click()
    await page.getByRole('cell', { name: /^Payment/ }).waitFor()
    await assertAccessible(page)
  })

  it('name the reference of a transfer where the operator takes no payments by link', async () => {
    const { tenant, page } = await stage.person('owner')
    const { deps } = stage.waybill
    const { paymentProviders } = deps
    const invoice = await newInvoice(tenant)
    await page.open(`/billing/invoices/${invoice.invoice_id}`)
    await page.getByRole('button', { name: 'Pay now' }).click()
    Object.assign(deps, { paymentProviders: {} })
    try {
      await page.getByRole('button', { name: 'Go to the payment page' }).click()
      await page.getByRole('heading', { name: 'Pay by transfer' }).waitFor()
      await page.getByRole('dialog').getByText(invoice.number).waitFor()
      await assertAccessible(page)
    } finally {
      Object.assign(deps, { paymentProviders })
    }
  })

  it('are closed to a clerk, who is told whose they are', async () => {
    const { page } = await stage.person('clerk')
    await page.open('/billing')
    await page.getByText('Open to these roles: Owner and Accountant.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Invoices' }).count(), 0)
    await assertAccessible(page)
  })
})
