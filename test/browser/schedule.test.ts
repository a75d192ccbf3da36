// The schedule in a real browser: pasted, picked by a shipment, whose fill is shown while scanning.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { storedPackages } from '../support/calls/shipment-calls.ts'
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
})
