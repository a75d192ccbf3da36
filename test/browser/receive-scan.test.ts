// The scan box on every page, in a real browser: a known code opens its record, an unknown code opens the unidentified queue.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { newCustomer } from '../support/calls/package-calls.ts'
import { live } from '../support/calls/receiving-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { atField, bookCartons, freezeTime, SCAN_BOX, scan, WEIGHT } from './support/dock.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const mistype = (code: string): string => `${code.slice(0, -1)}${code.endsWith('A') ? 'C' : 'A'}`

describeInBrowser('the scan box', (stage) => {
  it('opens the record of a code from any page, ended by Enter or by a scanner’s Tab', async () => {
    const cartons = await bookCartons(stage.waybill, 2)
    const { address_suffix: suffix, parcel_customer_id: customerId } = await newCustomer(cartons.tenant, {}, live(cartons.tenant))
    const page = await stage.newPage({ as: 'support' })
    await page.visit('/console/account')
    await freezeTime(page)
    for (const [code, end, address] of [
      [cartons.numbers[0]!, 'Enter', `/console/packages/${cartons.ids[0]}`],
      [cartons.quote.reference, 'Tab', `/console/quotes/${cartons.quoteId}`],
      [suffix.toLowerCase(), 'Enter', `/console/customers/${customerId}`],
    ]) {
      // Keystrokes of a scanner go into the box, wherever the focus is.
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.type(code)
      await page.keyboard.press(end)
      await page.waitForURL(`**${address}`)
    }
  })

  it('recognises a mistyped code, and offers similar ones for the arrow keys', async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/')
    await atField(page, SCAN_BOX)
    await scan(page, mistype(cartons.numbers[0]!))
    await page.getByText('is mistyped').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Receive as unidentified', selected: true }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { name: cartons.numbers[0]!, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/console/packages/${cartons.ids[0]}`)
  })

  it('lets staff choose the business of an ambiguous ID, and receives an unannounced parcel', async () => {
    const [one, other] = [await bookCartons(stage.waybill, 1), await bookCartons(stage.waybill, 1)]
    for (const { tenant } of [one, other]) await newCustomer(tenant, { address_suffix: 'TWICE7' }, live(tenant))
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await atField(page, SCAN_BOX)
    await scan(page, 'TWICE7')
    await page.getByText('TWICE7 is in use in several businesses.').waitFor()
    await page.keyboard.press('Enter')
    await atField(page, WEIGHT)
    await scan(page, '2.5')
    await page.getByText('would be stored for free').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Received P/).waitFor()
  })

  it('queues a parcel that nobody can identify, until a photo and a name tell whose it is', async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    await newCustomer(cartons.tenant, { address_suffix: 'TORN4242' }, live(cartons.tenant))
    const page = await stage.newPage({ as: 'warehouse', viewport: PHONE })
    await page.visit('/console/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await scan(page, 'TORN LABEL 77')
    await page.getByText('No match for TORN LABEL 77.').waitFor()
    await page.getByRole('option', { name: 'Receive as unidentified' }).click()
    await atField(page, WEIGHT)
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'parcel.png', mimeType: 'image/png', buffer: photo })
    await page.getByAltText('Photo').waitFor()
    await page.getByLabel(WEIGHT, { exact: true }).focus()
    await scan(page, '2.5')
    await page.getByText('Received as unidentified: TORN LABEL 77.').waitFor()

    await page.visit('/console/unidentified')
    await page.getByRole('link', { name: 'TORN LABEL 77' }).click()
    await page.getByAltText('Photo 1 of the parcel').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
    await page.getByLabel('Code or customer name').fill('TORN424')
    await page.getByRole('button', { name: 'Assign to TORN4242' }).waitFor()
    await assertAccessible(page)
    await page.getByLabel('Code or customer name').fill('TORN4242')
    await page.keyboard.press('Enter')
    await page.getByText('Assigned to TORN4242').waitFor()
    await page.getByRole('link', { name: 'Open the parcel' }).waitFor()
  })

  it('discards an unidentified parcel with a reason', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/receive?unidentified=SOAKED')
    await atField(page, WEIGHT)
    await scan(page, '1')
    await page.getByText('Received as unidentified: SOAKED.').waitFor()
    await page.visit('/console/unidentified')
    await page.getByRole('link', { name: 'SOAKED' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.getByText('is required').waitFor()
    await dialog.getByLabel('Reason').fill('Rotten fruit')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Discarded: Rotten fruit').waitFor()
  })
})
