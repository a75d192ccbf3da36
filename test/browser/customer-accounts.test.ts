// A customer who pays, in a real browser: created in the list, found at the counter by a name typed without accents, and shown with an account.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk } from '../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import { book } from '../support/calls/receiving-calls.ts'
import { importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('customers who pay', (stage) => {
  it('have an account with balance, invoices, payments and statement, and a name in aged debt', async () => {
    const desk = await atDesk(stage.waybill)
    const tenant = await stage.waybill.newTenant({ name: 'Creek Logistics' })
    const { business } = tenant
    await desk.done(`/businesses/${business.id}/terms`, { bill_to: 'customer', invoicing: 'manual' })
    const customer = await newCustomer(tenant, { first_name: 'Zoé', last_name: 'Trader', ...pickup })
    const { parcel_customer_id: customer_id } = customer
    const { numbers } = await book(tenant, importAir({ parcel_customer_token: customer_id }))
    await desk.done('/receipts', { mode: 'test', code: numbers[0], weight: 8, length: 40, width: 30, height: 20 })
    const { invoice } = await desk.done('/invoices', { mode: 'test', business: business.id, customer_id })
    const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/issue`)
    const paid = { mode: 'test', business: business.id, customer_id, method: 'cash', amount: '1000', invoices: [invoice.invoice_id] }
    const { payment } = await desk.done('/payments', paid)
    const [debt] = (await desk.get(`/aged_debt?mode=test&business=${business.id}`)).debts
    assert.deepEqual([debt.customer_name, debt.customer_identifier], ['Zoé Trader', customer.address_suffix])
    assert.deepEqual((await desk.get(`/payments?mode=test&customer_id=${customer_id}`)).length, 1)

    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/debt?mode=test&business=${business.id}`)
    await page.getByRole('link', { name: `Zoé Trader · ${customer.address_suffix}` }).click()
    await page.getByRole('heading', { name: 'Account of Zoé Trader', level: 1 }).waitFor()
    await page.getByRole('link', { name: paper.number }).waitFor()
    await page.getByRole('link', { name: payment.payment.number }).waitFor()
    await page.getByRole('heading', { name: 'Statement' }).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await page.getByRole('main').getByRole('link', { name: 'Take payment', exact: true }).click()
    const amount = page.getByLabel('Amount, NGN')
    await amount.waitFor()
    assert.equal(await amount.inputValue(), (Number(paper.total) - 1000).toFixed(2))
    await page.visit(`/console/customers/${customer_id}`)
    await page.getByRole('main').getByRole('link', { name: 'Account', exact: true }).waitFor()
  })

  it('are created on the list, and found at the counter without accents and in any order of words', async () => {
    const tenant = await stage.waybill.newTenant({ name: 'Delta Cargo' })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/customers?mode=test')
    await page.getByRole('button', { name: 'New customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Business').selectOption(tenant.business.id)
    const profile = {
      'First name': 'Chloé',
      'Last name': 'Ñuñez',
      Mobile: '+2348000000088',
      Street: '5 Allen Avenue',
      City: 'Ikeja',
      State: 'Lagos',
      Country: 'NG',
    }
    for (const [label, text] of Object.entries(profile)) await dialog.getByLabel(label).fill(text)
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Create customer' }).click()
    await page.getByRole('heading', { name: 'Chloé Ñuñez', level: 1 }).waitFor()
    await page.goto(`/console/quotes/new?mode=test&business=${tenant.business.id}`)
    await page.getByRole('combobox', { name: 'Customer' }).fill('nunez CHLOE')
    await page.getByRole('option', { name: /Chloé Ñuñez/ }).waitFor()
  })
})
