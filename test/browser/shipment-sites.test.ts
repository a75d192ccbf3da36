// Sites in a real browser: with one site, lists and forms do not mention sites; with two, they have columns, filters and fields for them.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { attachAll, storedPackages } from '../support/calls/shipment-calls.ts'
import { opsCaller, signedIn } from '../support/calls/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const LAGOS = { code: 'LOS', name: 'Lagos hub', country: 'NG', time_zone: 'Africa/Lagos' }

describeInBrowser('the sites of shipments', (stage) => {
  it('are chosen in the form, and shown and filtered in lists, once there are two', async () => {
    const admin = await opsCaller(stage.waybill, 'admin')
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [parcel] = await storedPackages(await stage.waybill.newTenant(), 1)
    await admin.done('/places', { code: 'A-01', mode: 'test' })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/shipments?mode=test')
    await page.getByRole('button', { name: 'New shipment' }).click()
    await page.getByLabel('Departs (ETD)').waitFor()
    assert.equal(await page.getByLabel('Arrives at site').count(), 0, 'a store with one site has nothing to choose')
    await page.keyboard.press('Escape')

    assert.equal((await admin.post('/sites', LAGOS)).status, 201)
    await page.goto('/console/shipments?mode=test')
    await page.getByRole('button', { name: 'New shipment' }).click()
    await page.getByRole('combobox', { name: 'Leaves from site' }).click()
    await page.getByRole('option', { name: 'MAIN · Main warehouse' }).click()
    await page.getByRole('combobox', { name: 'Arrives at site' }).click()
    assert.equal(await page.getByRole('option', { name: /MAIN/ }).count(), 0, 'it cannot arrive where it leaves')
    await page.getByRole('option', { name: 'LOS · Lagos hub' }).click()
    await page.getByLabel('Arrives (ETA)').fill('2030-11-22T08:00')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Create shipment' }).click()
    await page.getByText('MAIN to LOS').waitFor()
    const [shipment] = await admin.get('/shipments?mode=test')
    assert.deepEqual([shipment.from_site, shipment.to_site], ['MAIN', 'LOS'])
    await attachAll(staff, shipment, [parcel!])
    const { customer_id, business } = await admin.get(`/packages/${parcel!.parcel_id}`)
    const { package: other } = await admin.done('/receipts', { customer_id, business_id: business.business_id, mode: 'test', site: 'LOS' })

    await page.goto('/console/shipments?mode=test&site=LOS')
    await page.getByRole('cell', { name: shipment.number }).waitFor()
    await page.getByRole('columnheader', { name: 'Arrives at site' }).waitFor()
    await page.visit('/console/places?mode=test')
    await page.getByRole('dialog').getByRole('button', { name: 'MAIN · Main warehouse' }).click()
    await page.getByRole('columnheader', { name: 'Site' }).waitFor()
    await page.getByRole('cell', { name: 'MAIN' }).waitFor()
    await page.getByRole('combobox', { name: 'Site' }).click()
    await page.getByRole('option', { name: 'LOS · Lagos hub' }).click()
    await page.getByText('No place matches').waitFor()

    await page.visit(`/console/packages/${parcel!.parcel_id}?mode=test`)
    await page.getByText('Site MAIN; its shipment goes to LOS').waitFor()
    await page.getByText(/^Expected to arrive /).waitFor()
    await fitsPhone(page)

    await page.visit('/console/?mode=test')
    const inWarehouse = page.getByRole('link', { name: /In warehouse/ })
    for (const [site, count] of [
      ['MAIN · Main warehouse', 1],
      ['LOS · Lagos hub', 2],
    ] as const) {
      await page.getByRole('combobox', { name: 'Site' }).click()
      await page.getByRole('option', { name: site }).click()
      await inWarehouse.getByText(String(count), { exact: true }).waitFor()
    }
    await inWarehouse.click()
    await page.getByRole('cell', { name: `Select ${parcel!.parcel_number}` }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('site'), 'LOS')
    await page.visit('/console/storage?mode=test&site=MAIN')
    await page.getByRole('link', { name: parcel!.parcel_number }).waitFor()
    assert.equal(await page.getByRole('link', { name: other.parcel_number }).count(), 0)

    await page.visit(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByRole('button', { name: 'Edit' }).click()
    assert.ok(await page.getByRole('combobox', { name: 'Leaves from site' }).isDisabled())
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Arrives at site/ })
      .click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await admin.get(`/shipments/${shipment.shipment_id}`)).to_site, null)
  })
})
