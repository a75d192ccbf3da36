// Receiving by keyboard and scanner, in a real browser: no mouse is needed, and a code that the scanner reads twice counts only once.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { book, live } from '../support/calls/receiving-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { importAir, importOcean } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { atField, bookCartons, freezeTime, receiveByKeys, SCAN_BOX, scan, standingReceipts, WEIGHT } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

describeInBrowser('the keys of receiving', (stage) => {
  const openReceive = async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    // Leaves and reopens the page, so that each test starts afresh.
    await page.visit('/console/account')
    await page.visit('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    return page
  }

  it('ask for a second Enter to confirm a weight a hundred times off', async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const page = await openReceive()
    await receiveByKeys(page, cartons.numbers[0]!, 1250)
    await page.getByText('Weight is 1250 kg and was declared as 12.5 kg, a hundred times off.').waitFor()
    await assertAccessible(page)
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
    await atField(page, WEIGHT)
    await page.keyboard.press('Enter')
    await page.getByText(`Received ${cartons.numbers[0]}.`).waitFor()
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [[cartons.ids[0], 1250]])
  })

  it('ask from three times the declared weight on, for a price that moves by more than half, and for a size', IN_SOAK, async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const [tenant, packages] = [await stage.waybill.newTenant(), [{ weight: 12.5 }]]
    const sizeless = await book(tenant, importAir({ packages }), live(tenant))
    const page = await openReceive()
    await receiveByKeys(page, cartons.numbers[0]!, 37.5)
    await page.getByText('37.5 kg measured, 12.5 kg declared.').waitFor()
    await page.getByLabel(WEIGHT, { exact: true }).fill('25')
    await page.keyboard.press('Enter')
    await page.getByText('The price of the quote changes by more than half: ₦').waitFor()
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
    await page.getByLabel(WEIGHT, { exact: true }).fill('13')
    const preview = page.locator('.preview')
    await preview.getByText('1 pcs · 13 kg', { exact: true }).waitFor()
    await preview.getByText('Difference for this parcel').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`Received ${cartons.numbers[0]}.`).waitFor()

    await receiveByKeys(page, sizeless.numbers[0]!, 12.5)
    await page.getByText('this parcel would be stored for free').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText(`Received ${sizeless.numbers[0]}.`).waitFor()
  })

  it('print the label with F2, and undo the last receipt with F4 pressed twice', async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const page = await openReceive()
    await receiveByKeys(page, cartons.numbers[0]!, 12.5)
    await page.getByText(`Received ${cartons.numbers[0]}.`).waitFor()
    const label = page.waitForResponse((response) => response.url().endsWith(`/ops/v1/packages/${cartons.ids[0]}/label.png?piece=1`))
    await page.evaluate('window.printed = 0; window.print = () => { window.printed++ }')
    await page.keyboard.press('F2')
    assert.equal((await label).status(), 200)
    await page.locator('.printing-label .label-to-print').waitFor({ state: 'attached' })
    assert.equal(await page.evaluate('window.printed'), 1)
    await page.keyboard.press('F4')
    await page.getByText(`Undo ${cartons.numbers[0]}? Press F4 again.`).waitFor()
    assert.equal((await standingReceipts(stage.waybill, cartons)).length, 1)
    await page.keyboard.press('F4')
    await page.getByText(`The receipt of ${cartons.numbers[0]} is undone.`).waitFor()
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
  })

  it('receive some of the pieces, and the rest later', async () => {
    const tenant = await stage.waybill.newTenant()
    const { numbers } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }), live(tenant))
    const page = await openReceive()
    await atField(page, SCAN_BOX)
    await scan(page, numbers[0]!)
    await page.getByText('5 of 5 still to come').waitFor()
    await atField(page, 'Volume of all pieces, CBM')
    await page.keyboard.type('1.4')
    await page.getByText('5 pcs · 1.4 CBM', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('30')
    await page.keyboard.press('Tab')
    await atField(page, 'Pieces')
    await scan(page, '3')
    await page.getByText(`Received 3 of 5 pieces of ${numbers[0]}.`).waitFor()
    await page.evaluate('window.print = () => {}')
    await page.keyboard.press('F2')
    await page.locator('.label-to-print').nth(2).waitFor({ state: 'attached' })
    const labels = await page
      .locator('.label-to-print')
      .evaluateAll((images) => images.map((image) => new URL((image as { src?: string }).src!).search))
    assert.deepEqual(labels, ['?piece=1', '?piece=2', '?piece=3'])
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    await atField(page, SCAN_BOX)
    // Scans the code with a hyphen, because scanning the same text again so soon would count as a double read.
    await scan(page, `${numbers[0]!.slice(0, 4)}-${numbers[0]!.slice(4)}`)
    await page.getByText('2 of 5 still to come').waitFor()
  })

  it('discard everything on Esc, and keep typed values when another code is scanned', async () => {
    const cartons = await bookCartons(stage.waybill, 2)
    const page = await openReceive()
    await atField(page, SCAN_BOX)
    await scan(page, cartons.numbers[0]!)
    await atField(page, WEIGHT)
    await page.keyboard.type('12.5')
    await page.getByLabel(SCAN_BOX).focus()
    await scan(page, cartons.numbers[1]!)
    await page.getByText(`${cartons.numbers[0]} is not saved yet.`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: cartons.numbers[1]! }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await atField(page, SCAN_BOX)
  })

  it('take a code that is read twice once: in the scan box, and in the field behind it', async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const [number] = cartons.numbers
    const page = await openReceive()
    await freezeTime(page)
    await atField(page, SCAN_BOX)
    await scan(page, number!)
    await atField(page, WEIGHT)
    await scan(page, number!)
    assert.equal(await page.getByLabel(WEIGHT, { exact: true }).inputValue(), '')
    await page.getByLabel(SCAN_BOX).focus()
    await scan(page, number!)
    await page.getByText(`${number} was scanned twice and counted once.`).waitFor()
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
  })
})
