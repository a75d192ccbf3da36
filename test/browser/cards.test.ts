// Rate cards in a real browser: edited in place, checked, compared, tried on past quotes and published.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { IN_SOAK } from '../support/in-soak.ts'
import { importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone, PHONE } from './support/stage.ts'

const CHINA = '/console/cards/import-air-china'
/** The sample card's price in USD per kg, the exchange rate of a new store, and the weight of the quoted parcel. */
const [PRICE_PER_KG, NGN_PER_USD, WEIGHT_KG] = [8.5, 1400, 10]

const cell = (page: Page, row: number, column: number) => page.locator(`td[data-row="${row}"][data-column="${column}"]`)
const columnOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole('columnheader').allTextContents()).indexOf(name) - 1

const inFile = (path: string): string => `${path}?view=csv`

/** A cell of a rate table, by the name of its row and the number of its column. */
const matrixCell = (page: Page, table: string, row: string, column = 0) =>
  page
    .getByRole('grid', { name: table })
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .locator(`td[data-column="${column}"]`)

const typeInMatrix = async (page: Page, table: string, row: string, column: number, text: string): Promise<void> => {
  await matrixCell(page, table, row, column).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const typeInto = async (page: Page, column: number, text: string): Promise<void> => {
  await cell(page, 0, column).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

describeInBrowser('rate cards', (stage) => {
  const quoteFor = async (weightKg: number): Promise<number> => {
    const tenant = await stage.waybill.newTenant()
    const answer = await tenant.post('/v1/parcel_quotes', {
      parcel: importAir({ packages: [{ package_type: 'Carton', weight: weightKg }] }),
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.json.estimated_price
  }

  it('are edited in the table, with mistakes marked in place, tried on past quotes, published, and applied from then on', async () => {
    assert.equal(await quoteFor(WEIGHT_KG), WEIGHT_KG * PRICE_PER_KG * NGN_PER_USD)
    const page = await stage.newPage({ as: 'admin' })
    await page.visit('/console/cards?mode=test')
    await page.getByText('from the start').first().waitFor()
    assert.equal(await page.getByText('1970').count(), 0)
    await page.getByRole('link', { name: 'Import air from China' }).click()
    await page.getByRole('link', { name: 'Edit as draft' }).click()
    await page.getByText('China', { exact: true }).waitFor()

    await typeInMatrix(page, 'Prices', 'Price per kg', 0, '9,35')
    await page.getByRole('button', { name: 'Row 2, price_per_kg' }).waitFor()
    const price = matrixCell(page, 'Prices', 'Price per kg')
    assert.equal(await price.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByRole('button', { name: 'Save draft' }).isDisabled(), true)
    await assertAccessible(page)

    await typeInMatrix(page, 'Prices', 'Price per kg', 0, '9.35')
    await page.getByText('No mistakes found').waitFor()
    assert.equal(await price.getAttribute('aria-invalid'), null)
    assert.equal(await price.getAttribute('title'), 'was 8.50')
    await page.getByRole('button', { name: 'Save draft' }).click()

    await page.getByRole('heading', { name: 'Draft of Import air from China' }).waitFor()
    await page.getByRole('row', { name: 'Changed The card Price per kg 8.50 9.35 +10 %' }).waitFor()
    await page.getByRole('gridcell', { name: '9.35 was 8.50' }).waitFor()
    await page.getByRole('button', { name: 'Re-price' }).click()
    await page.getByRole('img', { name: /China to Nigeria, air: ₦119,000.00 before, ₦130,900.00 after/ }).waitFor()
    await assertAccessible(page)
    assert.equal(await quoteFor(WEIGHT_KG), WEIGHT_KG * PRICE_PER_KG * NGN_PER_USD)

    await page.getByRole('button', { name: 'Publish' }).click()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 2 is in force.').waitFor()
    await page.getByRole('row', { name: 'Version 1 Replaced' }).waitFor()
    assert.equal(await quoteFor(WEIGHT_KG), WEIGHT_KG * 9.35 * NGN_PER_USD)
  })

  it('are a matrix of weights by service and zone, and a file with the same edits; printed with all zones', async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.visit('/console/cards/export-air/edit')
    const [a, b] = ['Zone A: USD per kg', 'Zone B: USD per kg']
    await page.getByRole('grid', { name: a }).waitFor()
    await page.getByText('Zone B', { exact: true }).click()
    await page.getByRole('grid', { name: b }).waitFor()
    await page.getByText('Angola, Burundi, Botswana').waitFor()

    // Types a price and the price to its right, then pastes a block of spreadsheet cells below these prices.
    await matrixCell(page, b, 'Over 0 kg', 1).click()
    await page.keyboard.type('18')
    await page.keyboard.press('Tab')
    await page.keyboard.type('15')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('gridcell', { name: '18 was 17.50' }).waitFor()
    await page.getByRole('gridcell', { name: '15 was 14.10' }).waitFor()
    await page.evaluate(`navigator.clipboard.writeText('14.50\\t11.90\\r\\n12.60\\t10.20')`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+V')
    await page.getByRole('gridcell', { name: '10.20 was 10.00' }).waitFor()
    // A changed weight limit applies to every service. The next weight range starts at the new limit.
    await typeInMatrix(page, b, 'Over 5 kg', 0, '25')
    await page.getByRole('rowheader', { name: 'Over 25 kg' }).waitFor()
    await page.getByText('Zone B · 7 changed').waitFor()
    await page.getByText('No mistakes found').waitFor()

    // The first cell of the row `Transit time` cannot be edited, so only the price `ten` is counted as wrong.
    await typeInMatrix(page, b, 'Transit time', 0, '9')
    await typeInMatrix(page, b, 'Over 0 kg', 3, 'ten')
    await page.getByText('Zone B · 1 wrong · 7 changed').waitFor()
    await assertAccessible(page)
    await page.getByText('Zone A', { exact: true }).click()
    await page.getByRole('grid', { name: a }).waitFor()
    await page.getByRole('button', { name: /^Row \d+, price_per_kg/ }).click()
    await page.getByRole('status').filter({ hasText: 'Over 0 kg, Waybill Air Economy was 10.90' }).waitFor()
    await page.keyboard.press('Control+Z')

    // The CSV tab and the matrix have the same content.
    await page.getByRole('tab', { name: 'CSV' }).click()
    await page.getByRole('gridcell', { name: '10.20 was 10.00' }).first().waitFor()
    const currency = await columnOf(page, 'currency')
    await typeInto(page, currency, 'EUR')
    await page.getByRole('tab', { name: 'Matrix' }).click()
    await page.getByRole('grid', { name: 'Zone B: EUR per kg' }).waitFor()
    await page.getByRole('gridcell', { name: 'EUR was USD' }).waitFor()

    await page.emulateMedia({ media: 'print' })
    await page.getByRole('grid', { name: 'Zone F: EUR per kg' }).waitFor()
    await page.emulateMedia({ media: null })
    await fitsPhone(page)
    await page.getByRole('grid', { name: 'Zone B: EUR per kg' }).waitFor()
  })

  it('accept a pasted block from a spreadsheet, copy it, and undo it; Escape leaves a cell unchanged', async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.visit(inFile('/console/cards/ocean-import-china/edit'))
    await page.getByRole('grid').waitFor()
    const size = await columnOf(page, 'container_size')
    const rows = await page.locator('tbody tr').count()
    await page.evaluate(`navigator.clipboard.writeText("20'\\tcontainer\\t3100\\r\\n40'\\tcontainer\\t4200")`)
    await cell(page, 1, size).click()
    await page.keyboard.press('Control+V')
    // The cell whose price has changed also shows the previous price.
    await page.getByRole('gridcell', { name: '4200 was 4600' }).waitFor()
    await page.keyboard.press('Control+C')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), "20'\tcontainer\t3100\n40'\tcontainer\t4200")

    await cell(page, 1, size + 2).click()
    await page.keyboard.type('7')
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell', { name: '3100 was 2900' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.getByRole('gridcell', { name: '2900', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add row' }).click()
    await page.locator('tbody tr').nth(rows).waitFor()
    assert.equal(await cell(page, 2, 0).textContent(), 'price')
    await page.getByText('Mistakes:').waitFor()
    await page.visit('/console/fx')
    await page.getByRole('heading', { name: 'Exchange rates', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('Your unsaved edits were restored').waitFor()
    await page.locator('tbody tr').nth(rows).waitFor()
    await cell(page, 2, 0).click()
    await page.getByRole('button', { name: 'Remove row' }).click()
    await page.getByText('No mistakes found').waitFor()
  })

  it('are exported and imported as files, and a file with mistakes shows where they are', async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.visit('/console/cards/import-air/edit')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
    const csv = await readFile((await download.path())!, 'utf8')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    const changed = csv.replace(/USD/, 'dollars').replaceAll(',', ';')
    await (await chooser).setFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
    await page.getByText('other.csv: 1 row.').waitFor()
    await page.getByRole('button', { name: 'Row 2, currency' }).click()
    assert.equal(await matrixCell(page, 'Card', 'Currency').getAttribute('aria-invalid'), 'true')
  })

  it('can be created from another card, for one business, scheduled for later and discarded', IN_SOAK, async () => {
    await stage.waybill.newTenant({ name: 'Kano Leather' })
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/cards/new')
    await page.getByRole('textbox', { name: 'ID' }).fill('import-air-kano')
    await page.getByRole('combobox', { name: 'For' }).click()
    await page.getByRole('option', { name: 'Kano Leather' }).click()
    await page.getByRole('combobox', { name: 'Start from' }).click()
    await page.getByRole('option', { name: 'Import air from China' }).click()
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByText('No mistakes found').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('This is the card’s first version').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('radio', { name: 'From a later time' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Choose a date and a time').waitFor()
    await page.getByLabel('Date and time, Africa/Lagos').fill('2031-01-01T00:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 1 is scheduled.').waitFor()
    await page.getByRole('row', { name: 'Version 1 Scheduled 1 Jan 2031, 00:00' }).waitFor()

    await page.getByRole('link', { name: 'Edit as draft' }).click()
    await page.getByRole('tab', { name: 'CSV' }).click()
    await page.getByRole('grid').waitFor()
    await typeInto(page, await columnOf(page, 'price_per_kg'), '9')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByText('The draft is discarded.').waitFor()
  })

  it('are read-only for everyone but admins, and fit a narrow screen', async () => {
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    for (const address of ['/console/cards', '/console/cards/ocean-import-china']) {
      await page.visit(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
      assert.equal(await page.getByRole('link', { name: /New card|Edit/ }).count(), 0)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, address)
      await assertAccessible(page)
    }
    await page.getByRole('grid', { name: 'Prices' }).press('ArrowDown')
    await page.keyboard.type('9')
    assert.equal(await page.locator('.sheet-input').count(), 0)
    await page.visit(`${CHINA}/edit`)
    await page.getByText('Your role is Support.').waitFor()
  })
})
