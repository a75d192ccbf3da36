// Shipments in a real browser: filled by scanning, blocked by a hold, dispatched, delivered.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { sendNotice } from '../support/calls/package-calls.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { pdfPages } from '../support/document/pdf-pages.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { importOcean } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { freezeTime, scan } from './support/dock.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const outcome = (page: Page, word: string) => page.locator('.boarding-outcome').getByText(word, { exact: true })
const SIZE = { length: 30, width: 25, height: 20 }
/** The expected line of the manifest: business, consignee, city, pieces, weight, volume and contents. */
const MANIFEST_LINE = 'Sample Traders Acme Imports Lagos 1 2.5 0.015 Carton'
const MANIFEST_END = ['Total: 3 3 7.5 0.045', 'Prepared by', 'Handed over by', 'Received by', 'Name, signature, date']
/** 14:30 UTC is 22:30 in Shanghai. */
const LEAVES_CHINA = ['ETD 2026-11-20 22:30', 'TIMES IN Asia/Shanghai']

const total = async (page: Page, name: string): Promise<string | null> => page.getByTestId(`total-${name}`).textContent()

describeInBrowser('a shipment', (stage) => {
  const openPage = async (shipment: Json, as: 'warehouse' | 'support' = 'warehouse') => {
    const page = await stage.newPage({ as })
    await page.visit(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByRole('heading', { name: shipment.number, level: 1 }).waitFor()
    return page
  }

  it('is created with its mistakes shown at their fields, filled by keyboard, blocked by a hold, released and dispatched', async () => {
    const tenant = await stage.waybill.newTenant({ name: 'Sample Imports' })
    const parcels = await storedPackages(tenant, 3)
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/shipments?mode=test')
    await page.getByRole('button', { name: 'New shipment' }).click()
    await page.getByLabel('Carrier').fill('Sample Air Cargo')
    await page.getByLabel('Air waybill (MAWB)').fill('123-12345670')
    await page.getByRole('button', { name: 'Create shipment' }).click()
    await page.getByText('check digit must be right').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Air waybill (MAWB)').fill('123-12345675')
    await page.getByLabel('Departs (ETD)').fill('2026-11-20T14:30')
    await page.getByRole('button', { name: 'Create shipment' }).click()
    await page.getByRole('heading', { name: 'Scan packages in' }).waitFor()
    await page.getByText('20 Nov 2026, 14:30').waitFor()

    for (const { parcel_number } of parcels) {
      await scan(page, parcel_number)
      await outcome(page, 'On board').waitFor()
    }
    await page.locator('[data-testid=total-packages]', { hasText: /^3$/ }).waitFor()
    assert.deepEqual([await total(page, 'pieces'), await total(page, 'weight')], ['3', '7.5 kg'])
    await page.getByRole('link', { name: 'Sample Imports' }).waitFor()

    const [held] = parcels
    await sendNotice(tenant, held.parcel_id, { action: 'hold', body: 'Papers are missing' })
    const depart = async () => {
      await page.getByRole('button', { name: 'Depart', disabled: false }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Depart' }).press('Enter')
    }
    await depart()
    const blocked = page.getByRole('alert').filter({ hasText: 'Can’t depart' })
    await blocked.getByText('is on hold').waitFor()
    await blocked.getByRole('link', { name: held.parcel_number }).waitFor()
    await assertAccessible(page)
    await blocked.getByRole('button', { name: `Release ${held.parcel_number}` }).press('Enter')
    await page.getByText('Nothing is blocking it any more').waitFor()
    await depart()
    await page.getByText('has departed').waitFor()
    await page.getByRole('button', { name: 'Arrived' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Scan packages in' }).count(), 0)
  })

  it('keeps scans during a lost connection and a reload, and sends each once', async () => {
    const tenant = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'warehouse')
    const parcels = await storedPackages(tenant, 4)
    const shipment = await newShipment(staff)
    const page = await openPage(shipment)
    page.faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await page.route('**/attach', (route) => route.abort())
    for (const { parcel_number } of parcels) await scan(page, parcel_number)
    await page.getByRole('alert').getByText('4 scans are queued here').waitFor()
    await outcome(page, 'Waiting').waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('alert').getByText('4 scans are queued here').waitFor()
    await page.unroute('**/attach')
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.locator('[data-testid=total-packages]', { hasText: /^4$/ }).waitFor()
    await page.locator('.boarding-log li', { hasText: 'On board' }).nth(3).waitFor()
    assert.equal(await page.locator('.boarding-log li').count(), 4)
    assert.equal(await page.evaluate('localStorage.length > 0 && Object.keys(localStorage).some((key) => key.includes("scans"))'), false)
  })

  it('arrives, is delivered one by one and then as a whole, and offers its manifest', async () => {
    const tenant = await stage.waybill.newTenant({ name: 'Sample Traders' })
    const staff = await signedIn(stage.waybill, 'warehouse')
    const parcels = await storedPackages(tenant, 3, { packages: Array(3).fill({ package_type: 'Carton', weight: 2.5, ...SIZE }) })
    const shipment = await newShipment(staff, { origin_country: 'CN', etd: '2026-11-20T14:30:00Z' })
    await attachAll(staff, shipment, parcels)
    await moveShipment(staff, shipment, 'depart')
    const page = await openPage(shipment)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Arrived' }).click()
    await dialog.getByText('3 packages stay in transit').waitFor()
    await dialog.getByRole('button', { name: 'Arrived' }).click()
    await page.getByText(`Arrival of ${shipment.number} recorded.`).waitFor()
    await page.getByRole('button', { name: `Deliver ${parcels[0]!.parcel_number}` }).click()
    await dialog.getByText('marked as delivered to').waitFor()
    await dialog.getByRole('button', { name: 'Deliver' }).click()
    await page.getByText('1 of 3').waitFor()
    await page.getByRole('button', { name: 'Manifest' }).click()
    const address = await page.getByRole('menuitem', { name: 'Manifest as PDF' }).getAttribute('href')
    const [paper] = await pdfPages(await (await page.request.get(address!)).body())
    const lines = parcels.map(({ parcel_number }) => `${parcel_number} ${MANIFEST_LINE}`)
    for (const part of [...LEAVES_CHINA, ...lines, ...MANIFEST_END]) assert.ok(paper!.includes(part), `${part} is not in: ${paper}`)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Manifest as CSV' }).click()])
    assert.match(file.suggestedFilename(), new RegExp(shipment.number))
    await page.getByRole('button', { name: 'Deliver all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deliver all' }).click()
    await page.getByText('3 of 3').waitFor()
    assert.equal((await getShipment(staff, shipment)).status, 'delivered')
  })

  it('keeps packages on hold in transit and names them, and undoes a delivery and an arrival of today', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [held, free] = await storedPackages(tenant, 2)
    const shipment = await newShipment(staff, { carrier: null })
    await attachAll(staff, shipment, [held!, free!])
    await moveShipment(staff, shipment, 'depart')
    await moveShipment(staff, shipment, 'arrive')
    await sendNotice(tenant, held!.parcel_id, { action: 'hold' })
    const page = await openPage(shipment)
    const dialog = page.getByRole('dialog')
    const agree = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await dialog.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.getByRole('button', { name: `Deliver ${free!.parcel_number}` }).waitFor()
    assert.equal(await page.getByRole('button', { name: `Deliver ${held!.parcel_number}` }).count(), 0)
    await agree('Deliver all')
    await page.getByText(`Still in transit: ${held!.parcel_number}.`).waitFor()
    await page.getByRole('button', { name: `Undo delivery of ${free!.parcel_number}` }).waitFor()
    await agree('Undo deliveries')
    await page.getByText('are in transit again').waitFor()
    await agree('Undo arrival')
    await page.getByRole('button', { name: 'Arrived' }).waitFor()
    assert.partialDeepStrictEqual(await getShipment(staff, shipment), { status: 'departed', contents: { delivered: 0 } })

    // This shipment has no carrier. The page must not show `Waybill` as the carrier, so the word occurs only in the logo.
    assert.equal(await page.getByText('Waybill', { exact: true }).count(), 1, 'the logo alone')
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByText('Fixed at departure').waitFor()
    await dialog.getByLabel('Flight').fill('SA 915')
    await dialog.getByLabel('Arrives (ETA)').fill('2026-11-21T09:15')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('ETA 21 Nov 2026, 09:15').waitFor()
    await page.getByRole('link', { name: free!.parcel_number }).first().click()
    await page.getByText('21 Nov 2026, 09:15', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Hold', exact: true }).waitFor()

    assert.equal((await staff.call('POST', `/ops/v1/packages/${free!.parcel_id}/deliver`)).status, 200)
    await page.reload()
    await page.getByRole('button', { name: 'Undo delivery' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Hold', exact: true }).count(), 0)
    await page.goto('/console/shipments?mode=test')
    await page.getByRole('row').filter({ hasText: shipment.number }).getByText('21 Nov 2026, 09:15').waitFor()
  })

  it('is found by status, transport mode and search; an empty one can be corrected and cancelled', IN_SOAK, async () => {
    const staff = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(staff, { transport_mode: 'ocean', conveyance: 'MV Sample Tide', destination_country: 'NG' })
    const other = await newShipment(staff, { conveyance: 'SA 912' })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/shipments?mode=test&status=open')
    await page.getByRole('link', { name: other.number }).waitFor()
    await page.getByLabel('Search shipments').fill('sample tide')
    await page.getByRole('link', { name: other.number }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: shipment.number }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Can’t be changed once set').waitFor()
    await page.getByLabel('Container number').fill('CSQU3054384')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be a container number').waitFor()
    await page.getByLabel('Container number').fill('CSQU3054383')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.locator('.containers').getByText('CSQU3054383', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel shipment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel shipment' }).click()
    await page.getByText('is cancelled').waitFor()
    assert.equal((await getShipment(staff, shipment)).status, 'cancelled')
  })

  it('has optional values cleared by emptying the field, except its carrier', IN_SOAK, async () => {
    const staff = await signedIn(stage.waybill, 'warehouse')
    const said = { conveyance: 'SA 912', master_document: '123-12345675', origin_country: 'CN', eta: '2026-11-20T14:30:00Z' }
    const shipment = await newShipment(staff, { carrier: 'Sample Air Cargo', ...said, etd: '2026-11-20T08:00:00Z' })
    const page = await openPage(shipment)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    const labels = ['Carrier', 'Flight', 'Air waybill (MAWB)', 'From', 'Arrives (ETA)']
    for (const label of labels) await dialog.getByLabel(label, { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('can be changed but not removed').waitFor()
    await dialog.getByLabel('Carrier').fill('Other Air Cargo')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('SA 912').waitFor({ state: 'detached' })
    assert.partialDeepStrictEqual(await getShipment(staff, shipment), {
      carrier: 'Other Air Cargo',
      conveyance: null,
      master_document: null,
      origin_country: null,
      etd: '2026-11-20T08:00:00.000Z',
      eta: null,
      version: 2,
    })
  })

  it('fits a narrow screen', async () => {
    const tenant = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(staff)
    await attachAll(staff, shipment, await storedPackages(tenant, 2))
    const page = await stage.newPage({ as: 'warehouse', viewport: PHONE })
    for (const address of [`/console/shipments/${shipment.number}?mode=test`, '/console/shipments?mode=test']) {
      await page.visit(address)
      await page.getByText(shipment.number).first().waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, address)
    }
  })

  it('shows the outcome of every scan, newest first, and counts a double read once', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [first, held] = await storedPackages(tenant, 2)
    await sendNotice(tenant, held!.parcel_id, { action: 'hold' })
    const [byOcean] = await storedPackages(tenant, 1, importOcean())
    const shipment = await newShipment(staff, { destination_country: 'NG' })
    const page = await openPage(shipment)
    let attached = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/attach')) attached++
    })

    await freezeTime(page)
    await scan(page, first!.parcel_number.toLowerCase())
    await outcome(page, 'On board').waitFor()
    await scan(page, first!.parcel_number)
    await page.locator('.boarding-outcome').getByText('scanned 2 times, counted once').waitFor()
    assert.equal(attached, 1)

    await scan(page, held!.parcel_number)
    await page.locator('.boarding-outcome').getByText('is on hold').waitFor()
    // Some scanners end a code with Tab.
    await page.keyboard.type(byOcean!.parcel_number)
    await page.keyboard.press('Tab')
    await page.locator('.boarding-outcome').getByText('goes by ocean').waitFor()
    await scan(page, first!.parcel_number)
    await outcome(page, 'Already on board').waitFor()
    await scan(page, 'NOTHING-LIKE-IT')
    await page.locator('.boarding-outcome').getByText('No package has').waitFor()
    const words = await page.locator('.boarding-log li > :first-child').allTextContents()
    assert.deepEqual(words, ['Refused', 'Already on board', 'Refused', 'Refused', 'On board'])
    await assertAccessible(page)

    await page.getByRole('button', { name: `Detach ${first!.parcel_number}` }).click()
    await outcome(page, 'Detached').waitFor()
    // A scan is not lost when no element has the focus.
    await page.evaluate('document.activeElement.blur()')
    await scan(page, first!.parcel_number)
    await outcome(page, 'On board').waitFor()
    assert.equal((await getShipment(staff, shipment)).contents.packages, 1)
  })

  it('is read-only for support', async () => {
    const staff = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(staff)
    await attachAll(staff, shipment, await storedPackages(await stage.waybill.newTenant(), 2))
    const page = await openPage(shipment, 'support')
    await page.getByRole('button', { name: 'Skip to the first row' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Export CSV' }).waitFor()
    const offered = await page.locator('#content').getByRole('button').allTextContents()
    assert.deepEqual(offered, ['Skip to the first row', 'Manifest', 'Columns', 'Export CSV'])
    await page.goto('/console/shipments?mode=test')
    await page.getByRole('link', { name: shipment.number }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'New shipment' }).count(), 0)
    await assertAccessible(page)
  })
})
