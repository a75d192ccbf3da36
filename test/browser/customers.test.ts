// Parcel customers in a real browser: searched, edited, deactivated, and merged when they are duplicates.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import { book, live } from '../support/calls/receiving-calls.ts'
import { importAir } from '../support/samples/requests.ts'
import type { Tenant } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const customerOf = (tenant: Tenant, last_name: string, mobile: string) =>
  newCustomer(tenant, { first_name: 'Sample', last_name, mobile, ...pickup }, live(tenant))

describeInBrowser('customers', (stage) => {
  it('are found as one types, edited with every change on record, and closed and opened again', async () => {
    const tenant = await stage.waybill.newTenant()
    const customer = await customerOf(tenant, 'Potter', '+2348000000021')
    const other = await customerOf(tenant, 'Dyer', '+2348000000022')
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto(`/console/customers?business=${tenant.business.id}`)
    await page.getByRole('link', { name: other.address_suffix }).waitFor()
    await page.getByLabel('Search', { exact: true }).fill('pott')
    await page.getByRole('link', { name: other.address_suffix }).waitFor({ state: 'detached' })
    await assertAccessible(page)
    await page.getByRole('link', { name: customer.address_suffix }).click()

    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mobile').fill('+2348000000029')
    await dialog.getByLabel('Country').fill('Atlantis')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Country').fill('China')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const history = page.locator('section').filter({ has: page.getByRole('heading', { name: 'History' }) })
    await history.getByText('Mobile: +2348000000021 → +2348000000029').waitFor()
    await history.getByText('by Sample warehouse').waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Inactive', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Reactivate' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await assertAccessible(page)
  })

  it('are merged into the one that stays, with what moves spelled out, and the merge can be undone', async () => {
    const tenant = await stage.waybill.newTenant()
    const kept = await customerOf(tenant, 'Weaver', '+2348000000023')
    const twin = await customerOf(tenant, 'Weavers', '+2348000000024')
    const { numbers } = await book(tenant, importAir({ parcel_customer_token: twin.parcel_customer_id }), live(tenant))
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/customers/${twin.parcel_customer_id}`)
    await page.getByRole('link', { name: numbers[0]! }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Merge into another' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await dialog.getByText('Pick the customer that stays.').waitFor()
    await dialog.getByRole('combobox', { name: 'The customer that stays' }).fill('weaver')
    await page.getByRole('option', { name: new RegExp(kept.address_suffix) }).click()
    assert.equal(await page.getByRole('option', { name: new RegExp(twin.address_suffix) }).count(), 0)
    await dialog.getByText(`1 quote and 1 package of ${twin.address_suffix} move to ${kept.address_suffix}`).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Merge' }).click()

    await page.getByRole('heading', { name: kept.full_name, level: 1, exact: true }).waitFor()
    await page.getByRole('link', { name: numbers[0]! }).waitFor()
    await page.getByRole('link', { name: `Merged from ${twin.address_suffix}` }).click()
    await page.getByRole('link', { name: `This customer was merged into ${kept.address_suffix}` }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The merge is undone.').waitFor()
    await page.getByRole('link', { name: numbers[0]! }).waitFor()
    await page.getByText('Active', { exact: true }).waitFor()
  })

  it('offer support nothing that it may not do, and fit a phone', async () => {
    const tenant = await stage.waybill.newTenant()
    const customer = await customerOf(tenant, 'Smith', '+2348000000025')
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    await page.visit(`/console/customers/${customer.parcel_customer_id}`)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    for (const name of ['Edit', 'More']) assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  })
})
