// The flight schedule in a real browser: a pasted flight gives a shipment its times, and scanning warns when the flight is over its capacity.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { scan } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const outcome = (page: Page, word: string) => page.locator('.boarding-outcome').getByText(word, { exact: true })

describeInBrowser('the schedule', (stage) => {
  it('is pasted, gives a shipment its times, and warns over the capacity while scanning', async () => {
    const tenant = await stage.waybill.newTenant()
    const parcels = await storedPackages(tenant, 2)
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/schedule?mode=test')
    await page.getByText('The schedule is empty').waitFor()
    await page.getByRole('button', { name: 'Paste a list' }).click()
    const header = 'by\tcarrier\tflight\tfrom\tto\tdeparture\tcut-off\tarrival\tkg\n'
    const row = (departure: string) => `air\tSample Air Cargo\tSA 912\tCAN\tLOS\t${departure}\t\t2030-11-22 08:00\t4\n`
    await page.getByLabel('List').fill(header + row('soon'))
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByText('1 row needs to be corrected').waitFor()
    await page.getByText('departs_at must be a time').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Take over' }).isDisabled())
    await page.getByLabel('List').fill(header + row('2030-11-21 21:00'))
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByText('1 row is right.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('1 added, 0 changed, 0 unchanged.').waitFor()
    await page.getByRole('cell', { name: 'SA 912', exact: true }).waitFor()

    await page.visit('/console/shipments?mode=test')
    await page.getByRole('button', { name: 'New shipment' }).click()
    await page.getByRole('combobox', { name: 'From the schedule' }).click()
    await page.getByRole('option', { name: /SA 912/ }).click()
    await page.getByText('Carrier, number and times are those of the schedule.').waitFor()
    await page.getByRole('button', { name: 'Create shipment' }).click()
    const fill = page.getByTestId('fill-kg')
    await fill.getByText('0 of 4 kg').waitFor()
    await scan(page, parcels[0]!.parcel_number)
    await outcome(page, 'On board').waitFor()
    await fill.getByText('62.5 %').waitFor()
    await scan(page, parcels[1]!.parcel_number)
    await outcome(page, 'On board, with a warning').waitFor()
    await page.locator('.boarding-outcome').getByText('over its capacity: 5 of 4 kg').waitFor()
    await fill.getByText('125 %').waitFor()
    await assertAccessible(page)

    await page.visit('/console/schedule?mode=test')
    await page.getByRole('button', { name: 'Change SA 912' }).click()
    await page.getByLabel('Capacity, kg').fill('8')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('SA 912 is changed, 0 shipments follow.').waitFor()
    await page.getByText('Weight 62.5 %').waitFor()
    await page.getByRole('button', { name: 'Cancel SA 912' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last().click()
    await page.getByText('give them another flight or vessel first').waitFor()
  })

  it('lacks a package that was not on board: it is taken off with a reason, and rolled over', async () => {
    const tenant = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [late, other] = await storedPackages(tenant, 2)
    const [gone, next] = [await newShipment(staff), await newShipment(staff)]
    await attachAll(staff, gone, [late!, other!])
    await moveShipment(staff, gone, 'depart')
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto(`/console/shipments/${gone.shipment_id}?mode=test`)
    await page.getByRole('button', { name: `Take off ${late!.parcel_number}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Take off' }).click()
    await dialog.getByText('is required').waitFor()
    await dialog.getByLabel('Why it was not on board').fill('Left on the apron')
    await dialog.getByRole('combobox', { name: 'Roll over to' }).click()
    await page.getByRole('option', { name: next.number }).click()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Take off' }).click()
    await page.getByText(`${late!.parcel_number} goes with ${next.number}.`).waitFor()
    await page.getByRole('button', { name: `Take off ${late!.parcel_number}` }).waitFor({ state: 'detached' })
    assert.equal((await getShipment(staff, next)).contents.packages, 1)
    await page.visit(`/console/packages/${late!.parcel_id}`)
    await page.getByText('Left on the apron').first().waitFor()
  })

  it('by sea has containers with seals, and a bill of lading', async () => {
    const staff = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(staff, { transport_mode: 'ocean' })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByRole('button', { name: 'Add a container' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Container number').fill('CSQU3054384')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('check digit must be right').waitFor()
    await dialog.getByLabel('Container number').fill('CSQU3054383')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Seal CSQU3054383' }).click()
    await dialog.getByLabel('Number of the seal').fill('ML-CN1')
    await dialog.getByRole('button', { name: 'Seal' }).click()
    await page.getByText('Seal ML-CN1 is recorded.').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Broken: seal ML-CN1' }).click()
    await dialog.getByRole('button', { name: 'Broken' }).click()
    await page.getByText('Seal ML-CN1 is recorded as broken.').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Bill of lading').fill('smpl4410021')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('SMPL4410021', { exact: true }).waitFor()
  })
})
