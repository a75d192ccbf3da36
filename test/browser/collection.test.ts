// Arrived packages in a real browser: made ready for collection, and handed out with the collection code, or without it for a stated reason.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { attachAll, moveShipment, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('collection', (stage) => {
  it('is offered after the arrival, asks for the code, says when it is wrong, and takes a reason', async () => {
    const { waybill } = stage
    const staff = await signedIn(waybill, 'warehouse')
    const tenant = await waybill.newTenant()
    const [one, other] = await storedPackages(tenant, 2)
    const shipment = await newShipment(staff)
    await attachAll(staff, shipment, [one!, other!])
    await moveShipment(staff, shipment, 'depart')
    const page = await stage.newPage({ as: 'warehouse' })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(`/console/packages/${one!.parcel_id}?mode=test`)
    await page.getByRole('button', { name: 'Hold', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Ready for collection' }).count(), 0)
    await moveShipment(staff, shipment, 'arrive')

    await page.goto(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await press('All ready for collection')
    await page.getByRole('dialog').getByRole('button', { name: 'All ready for collection' }).click()
    await page.getByText('2 packages are ready for collection.').waitFor()
    await press(`Hand out ${one!.parcel_number}`)
    const dialog = page.getByRole('dialog')
    const { collection_code: code } = (await tenant.get(`/v1/packages/${one!.parcel_id}/collection`)).json
    await dialog.getByLabel('Collection code').fill(code === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: 'Hand out', exact: true }).click()
    await dialog.getByText('is wrong; 4 tries are left').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Collection code').fill(code)
    await dialog.getByRole('button', { name: 'Hand out', exact: true }).click()
    await page.getByText(`${one!.parcel_number} is handed out.`).waitFor()

    await page.goto(`/console/packages/${other!.parcel_id}?mode=test`)
    await page.getByText(/^Ready for collection since/).waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await press('Hand out')
    await press('Hand out without the code')
    await dialog.getByLabel('Why without the code').fill('The phone is lost, passport seen')
    await dialog.getByRole('button', { name: 'Hand out without the code' }).click()
    await page.getByText('Handed out without its code: The phone is lost, passport seen').waitFor()
    await press('Undo delivery')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo delivery' }).click()
    await page.getByText(/^Ready for collection since/).waitFor()
    await press('More')
    await page.getByRole('menuitem', { name: 'Not ready for collection' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Not ready for collection' }).click()
    await page.getByRole('button', { name: 'Ready for collection', exact: true }).waitFor()
  })
})
