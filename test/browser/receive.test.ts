// Receiving in a real browser: from the set-up link to the first parcel, a day's work by keyboard alone, and two people on one parcel.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeSetupLink } from '../../src/flows/staff/create-staff.ts'
import { uniqueEmail } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { byTest } from '../support/samples/authors.ts'
import { assertAccessible } from './support/axe.ts'
import { atField, bookCartons, receiveByKeys, SCAN_BOX, scan, standingReceipts, WEIGHT } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const PARCELS = process.env.SOAK ? 50 : 3

describeInBrowser('receiving', (stage) => {
  it('leads from the set-up link to the first received parcel', async () => {
    const { waybill } = stage
    const cartons = await bookCartons(waybill, 1)
    const [number] = cartons.numbers
    const page = await stage.newPage()
    await page.goto(`/console/setup#${await makeSetupLink(waybill.deps, byTest(waybill.deps))}`)
    await page.getByLabel('Name').fill('First Admin')
    await page.getByLabel('Email').fill(uniqueEmail())
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await page.getByRole('link', { name: 'Receive', exact: true }).click()
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await assertAccessible(page)
    await atField(page, SCAN_BOX)
    await scan(page, number!)
    await atField(page, WEIGHT)
    await page.keyboard.type('13.2')
    await page.getByTestId('difference').getByText('+₦').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText(`Received ${number}.`).waitFor()
    await atField(page, SCAN_BOX)
    await page.getByRole('button', { name: `Undo ${number}` }).waitFor()
    await assertAccessible(page)
    assert.deepEqual(await standingReceipts(waybill, cartons), [[cartons.ids[0], 13.2]])
  })

  it(`receives ${PARCELS} parcels by keyboard alone, each once`, async () => {
    const cartons = await bookCartons(stage.waybill, PARCELS)
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/receive')
    const weightOf = (index: number): number => 12 + index / 10
    for (const [index, number] of cartons.numbers.entries()) await receiveByKeys(page, number, weightOf(index))
    await page.getByText(`Received ${cartons.numbers.at(-1)}.`).waitFor()
    assert.deepEqual(
      await standingReceipts(stage.waybill, cartons),
      cartons.ids.map((id, index) => [id, weightOf(index)]),
    )
  })

  it('makes one receipt of one parcel in two browsers, and tells the second who was first', IN_SOAK, async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const pages = [await stage.newPage({ as: 'warehouse' }), await stage.newPage({ as: 'warehouse' })]
    for (const page of pages) {
      await page.goto('/console/receive')
      await atField(page, SCAN_BOX)
      await scan(page, cartons.numbers[0]!)
      await atField(page, WEIGHT)
    }
    await Promise.all(pages.map((page, index) => scan(page, String(12.5 + index))))
    const outcomes = await Promise.all(
      pages.map((page) =>
        Promise.race([
          page
            .getByTestId('done')
            .waitFor()
            .then(() => 'received'),
          page
            .getByTestId('conflict')
            .waitFor()
            .then(() => 'conflict'),
        ]),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), ['conflict', 'received'])
    const second = pages[outcomes.indexOf('conflict')]!
    await second.getByText(/is in the warehouse: received at .* by Sample warehouse/).waitFor()
    await assertAccessible(second)
    await atField(second, SCAN_BOX)
    assert.equal((await standingReceipts(stage.waybill, cartons)).length, 1)
  })
})
