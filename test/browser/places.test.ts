// Storage places in a real browser: places are created, parcels are scanned into them, and the parcels in one place are counted.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { storedPackages } from '../support/calls/shipment-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { scan } from './support/dock.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

/** Delay between key presses when a person types, in ms. A scanner types faster. */
const BY_HAND = { delay: 80 }

const outcome = (page: Page, word: string) => page.locator('.boarding-outcome').getByText(word, { exact: true })

const fact = (page: Page, name: string, value: number) =>
  page.locator('.facts > div', { has: page.getByText(name, { exact: true }) }).getByText(String(value), { exact: true })

describeInBrowser('a bin', (stage) => {
  it('is created, filled by scanning, counted with missing and misplaced parcels, interrupted, resumed and finished', async () => {
    const [first, lost, stranger] = await storedPackages(await stage.waybill.newTenant(), 3)
    const page = await stage.newPage({ as: 'warehouse' })
    const titled = (title: string) => page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
    await page.visit('/console/places?mode=test')
    await page.getByRole('button', { name: 'New places' }).click()
    await page.getByLabel('Code, or the first of a range').fill('A-01-01')
    await page.getByLabel('Last of the range').fill('A-01')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('must have 3 parts').waitFor()
    await page.getByLabel('Last of the range').fill('A-01-02')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('2 places created.').waitFor()
    await page.getByRole('checkbox', { name: 'A-01-02' }).check()
    const labels = page.getByRole('link', { name: 'Print labels' })
    await labels.waitFor()
    assert.match((await labels.getAttribute('href')) ?? '', /labels\.pdf\?ids=plc_/)

    await page.getByRole('link', { name: 'A-01-01' }).click()
    await titled('A-01-01')
    for (const { parcel_number } of [first, lost]) {
      await scan(page, parcel_number)
      await page.locator('.boarding-log').getByText(`${parcel_number} is in place A-01-01`).waitFor()
    }
    await page.getByText('2 packages, 2 pieces').waitFor()
    await assertAccessible(page)

    // Scanning the label of another place opens the page of that place.
    await scan(page, 'PLACE:A-01-02')
    await titled('A-01-02')
    await scan(page, stranger.parcel_number)
    await outcome(page, 'Put here').waitFor()
    await scan(page, 'PLACE:A-01-01')
    await titled('A-01-01')

    await page.getByRole('button', { name: 'Take stock' }).click()
    await titled('Stocktake of A-01-01')
    await scan(page, first.parcel_number)
    await outcome(page, 'In the right place').waitFor()
    await scan(page, stranger.parcel_number)
    await outcome(page, 'Should not be here').waitFor()
    await page.getByText('Should be in A-01-02').waitFor()
    await scan(page, 'TORN-1')
    await outcome(page, 'Unknown').waitFor()
    await fact(page, 'Missing', 1).waitFor()
    await assertAccessible(page)

    // Interrupts the count and resumes it.
    await page.visit('/console/places?mode=test')
    await titled('Places')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(lost.parcel_number, BY_HAND)
    await page.getByRole('option').filter({ hasText: lost.parcel_number }).filter({ hasText: 'A-01-01' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'A-01-01' }).click()
    await page.getByRole('button', { name: 'Resume the stocktake' }).click()
    await titled('Stocktake of A-01-01')
    await page.getByRole('button', { name: `Move ${stranger.parcel_number} here (F2)` }).waitFor()
    await page.keyboard.press('F2')
    await page.getByText(`${stranger.parcel_number} is in A-01-01 now.`).waitFor()
    await fact(page, 'Found', 2).waitFor()
    await fact(page, 'Should not be here', 0).waitFor()
    await page.getByRole('table', { name: 'Missing' }).getByRole('link', { name: lost.parcel_number }).waitFor()

    await page.getByRole('button', { name: 'Finish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 missing, 0 misplaced, 1 unknown').waitFor()
    await dialog.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('The stocktake of A-01-01 is finished.').waitFor()
    await page.getByText(/finished by/).waitFor()
    await page.getByRole('heading', { name: 'Scan everything in this place' }).waitFor({ state: 'detached' })
    await fitsPhone(page)
  })
})
