// The portal shows the warehouse address for suppliers as text and as a QR code. The address has the ID of the business or of a customer.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('addresses for suppliers', (stage) => {
  it('carry the ID of the business or of a customer', async () => {
    const { tenant, page } = await stage.person('clerk')
    const customer = await newCustomer(tenant)
    const cards = (await tenant.get('/v1/warehouse_addresses')).json
    assert.ok(cards.length > 0)
    await page.open('/addresses')
    await page.getByText(cards[0].english.line1, { exact: true }).first().waitFor()
    await assertAccessible(page)
    await page.open(`/customers/${customer.parcel_customer_id}`)
    await page.getByRole('link', { name: 'Address for suppliers' }).click()
    await page.getByText(customer.address_suffix, { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Show as QR code' }).first().click()
    await page.getByRole('img', { name: /^QR code of the address of / }).waitFor()
    await assertAccessible(page)
  })
})
