// A full container that was loaded at the supplier, in a real browser: scanned into a shipment, with its number and seal.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bookPackage } from '../support/calls/package-calls.ts'
import { getShipment, moveShipment, newShipment } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { importOcean } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { scan } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const [FIRST, SECOND] = ['CSQU3054383', 'MSCU1234566']

describeInBrowser('a full container', (stage) => {
  it('is scanned, asks for its numbers, joins the shipment from the supplier, and says so on its page', async () => {
    const tenant = await stage.waybill.newTenant()
    const packages = [{ container_size: "40' HC", quantity: 2, commodity: 'Tiles' }]
    const { parcel_id: id, parcel_number: number } = await bookPackage(tenant, importOcean({ packages }))
    const staff = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(staff, { transport_mode: 'ocean' })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByRole('heading', { name: 'Scan packages in' }).waitFor()
    await scan(page, number)
    await page.getByText('is a full container and not yet received').first().waitFor()
    await page.getByRole('button', { name: 'Loaded at the supplier' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Container number 1').fill(FIRST)
    await dialog.getByLabel('Number of the seal 1').fill('ML-1')
    await dialog.getByLabel('Container number 2').fill('MSCU1234567')
    await dialog.getByRole('button', { name: 'Attach' }).click()
    await dialog.getByText('check digit must be right').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Container number 2').fill(SECOND)
    await dialog.getByRole('button', { name: 'Attach' }).click()
    await page.getByText(`${number} is attached, loaded at the supplier.`).waitFor()
    await page.locator('.boarding-outcome').getByText('On board', { exact: true }).waitFor()
    const containers = page.locator('.containers')
    await containers.getByText('Seal ML-1').waitFor()
    assert.equal(await containers.getByRole('link', { name: `Package ${number}, loaded at the supplier` }).count(), 2)
    assert.equal(await containers.getByRole('button', { name: 'Remove' }).count(), 0)
    await page.getByRole('table').getByText('Loaded at the supplier', { exact: true }).waitFor()
    const { containers: stored } = await getShipment(staff, shipment)
    assert.deepEqual(
      stored.map((each: { number: string; seals: unknown[] }) => [each.number, each.seals.length]),
      [
        [FIRST, 1],
        [SECOND, 0],
      ],
    )

    await page.visit(`/console/packages/${id}?mode=test`)
    await page.getByText('Loaded at the supplier: it does not pass the warehouse').waitFor()
    await page.getByText('Its shipment departs').waitFor()
    assert.deepEqual(
      await page
        .locator('.steps li')
        .allTextContents()
        .then((texts) => texts.length),
      3,
    )

    await moveShipment(staff, shipment, 'depart')
    await page.goto(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByRole('button', { name: `Take off ${number}` }).click()
    await dialog.getByLabel('Why it was not on board').fill('Left on the quay')
    await dialog.getByRole('button', { name: 'Take off' }).click()
    await page.getByText(`${number} is at the supplier again.`).waitFor()
    await page.locator('.containers').getByRole('link').first().waitFor({ state: 'detached' })
    assert.deepEqual((await getShipment(staff, shipment)).containers, [])
  })
})
