// Packages in a real browser: handled in bulk and one by one, with every price explained to the kobo.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator } from 'playwright-core'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import type { Booking, Dock } from '../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../support/calls/receiving-calls.ts'
import { pdfPages } from '../support/document/pdf-pages.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { exportAir, importAir, importOcean } from '../support/samples/requests.ts'
import type { Tenant } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import type { Stage } from './support/stage.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const PER_PAGE = 50

const cartons = (count: number, more: object = {}) =>
  importAir({ packages: Array.from({ length: count }, () => ({ package_type: 'Carton', weight: 2.5 })), ...more })

const bookLive = (tenant: Tenant, parcel: object): Promise<Booking> => book(tenant, parcel, live(tenant))

/** Creates a business for one test, so that the lists contain nothing from other tests. */
const newWorld = async ({ waybill }: Stage): Promise<{ tenant: Tenant; dock: Dock; list: string }> => {
  const tenant = await waybill.newTenant()
  return { tenant, dock: await atDock(waybill), list: `/console/packages?business=${tenant.business.id}` }
}

const isInView = async (target: Locator): Promise<boolean> => {
  const [box, { width, height }] = [(await target.boundingBox())!, target.page().viewportSize()!]
  return box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width
}

const amountOf = (text: string | null): number => Number(text!.replaceAll(/[^\d.-]/g, ''))

describeInBrowser('packages', (stage) => {
  it('are explained to the kobo: the lines sum to the total, which is the price of the quote, before and after measuring', async () => {
    const { tenant, dock } = await newWorld(stage)
    const { ids } = await bookLive(tenant, cartons(1))
    const page = await stage.newPage({ as: 'support' })
    const assertSummed = async (): Promise<number> => {
      await page.goto(`/console/packages/${ids[0]}`)
      await page.getByTestId('price-total').waitFor()
      const amounts = await page.getByTestId('price-line').locator('td:last-child').allTextContents()
      const total = amountOf(await page.getByTestId('price-total').locator('td:last-child').textContent())
      assert.ok(amounts.length > 0)
      assert.equal(Math.round(amounts.reduce((sum, amount) => sum + amountOf(amount), 0) * 100), Math.round(total * 100))
      assert.equal(total, Number((await dock.get(`/packages/${ids[0]}`)).price.amount))
      return total
    }
    const before = await assertSummed()
    // The sample card and the first exchange rate have no date, so the page says “since the start”.
    await page.getByText(', since the start').first().waitFor()
    assert.equal(await page.getByText('1970').count(), 0)
    await dock.done('/receipts', { package_id: ids[0], weight: 4 })
    const after = await assertSummed()
    assert.ok(after > before)
    await page.getByText(/ before, \+/).waitFor()
    await page
      .getByRole('row', { name: /^Weight/ })
      .getByText('+1.5 kg')
      .waitFor()
  })

  it('explain a price that changed: what counts, what was cancelled, each line before and after', IN_SOAK, async () => {
    const { tenant, dock } = await newWorld(stage)
    const { ids, numbers } = await bookLive(tenant, cartons(2))
    const booked = Number((await dock.get(`/packages/${ids[0]}`)).price.amount)
    await dock.done(`/packages/${ids[1]}/cancel`, {})
    await dock.done('/receipts', { package_id: ids[0], weight: 3 })
    const final = Number((await dock.get(`/packages/${ids[0]}`)).price.amount)
    const page = await stage.newPage({ as: 'support' })
    await page.visit(`/console/packages/${ids[0]}`)
    await page.getByText('1 of 2 packages count: the others were cancelled.').waitFor()
    const told = page.getByTestId('priced-package')
    await told.filter({ hasText: numbers[0]! }).getByText('1 piece, 3 kg').waitFor()
    await told.filter({ hasText: numbers[1]! }).getByText('No longer counted').waitFor()
    const differences = await page.getByTestId('line-difference').locator('td:last-child').allTextContents()
    const sum = differences.reduce((total, text) => total + amountOf(text.replace('−', '-')), 0)
    assert.equal(Math.round(sum * 100), Math.round((final - booked) * 100))
    await assertAccessible(page)
  })

  it('offer their labels, to support only what it may do, and are with the carrier once it has them', async () => {
    const { tenant } = await newWorld(stage)
    const { ids } = await bookLive(tenant, exportAir())
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    await page.visit(`/console/packages/${ids[0]}`)
    for (const name of ['Warehouse label', 'Carrier label']) {
      const address = await page.getByRole('link', { name }).getAttribute('href')
      const label = await page.request.get(address!)
      assert.equal(label.headers()['content-type'], 'application/pdf', name)
    }
    await page.getByText('Booked with the carrier').waitFor()
    assert.equal(await page.getByText('With the carrier', { exact: true }).count(), 0)
    for (const name of ['Hold', 'Release', 'More']) assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)

    const sent = await book(tenant, exportAir())
    await tenant.post(`/v1/test_helpers/packages/${sent.ids[0]}/depart`, {})
    await page.visit(`/console/packages/${sent.ids[0]}?mode=test`)
    await page.getByText('With the carrier', { exact: true }).waitFor()

    await page.visit('/console/packages/pkg_01kqn2x4t8e6nvd0t2d5c1yq7w')
    await page.getByText('No such package.').waitFor()
  })

  it('stay selected across pages, and are held together', IN_SOAK, async () => {
    const { tenant, list } = await newWorld(stage)
    const { numbers } = await bookLive(tenant, cartons(PER_PAGE + 2))
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto(list)
    await page.getByRole('row').nth(PER_PAGE).waitFor()
    const pick = async (row: number): Promise<string> => {
      await page.getByRole('row').nth(row).getByRole('checkbox').check()
      return (await page.getByRole('row').nth(row).getByRole('link').textContent())!.slice(0, numbers[0]!.length)
    }
    const picked = [await pick(1), await pick(2)]
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Page 2').waitFor()
    await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' })
    picked.push(await pick(1))
    await page.getByText('3 selected').waitFor()
    const labels = await page.request.get((await page.getByRole('link', { name: 'Print labels' }).getAttribute('href'))!)
    assert.equal(labels.headers()['content-type'], 'application/pdf')
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Customs papers are missing')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await page.getByText('3 put on hold.').waitFor()

    const { json } = await tenant.get('/v1/packages?page=1', live(tenant))
    const second = (await tenant.get('/v1/packages?page=3', live(tenant))).json
    const held = [...json, ...second].filter(({ hold_instruction: hold }) => hold === 'hold')
    assert.deepEqual(held.map(({ parcel_number }) => parcel_number).sort(), picked.sort())
  })

  it('go into an open shipment together; refused ones are named and stay selected', async () => {
    const { tenant, dock, list } = await newWorld(stage)
    const { ids, numbers } = await bookLive(tenant, cartons(2))
    for (const package_id of ids) await dock.done('/receipts', { package_id, weight: 2.5 })
    await dock.done(`/packages/${ids[1]}/notices`, { action: 'hold' })
    const shipment = await dock.done('/shipments', { transport_mode: 'air', carrier: 'Sample Air Cargo' })

    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto(list)
    for (const number of numbers) await page.getByLabel(`Select ${number}`).check()
    await page.getByRole('button', { name: 'Attach to shipment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await dialog.getByText('Pick a shipment first.').waitFor()
    await dialog.getByRole('combobox', { name: 'Open shipment' }).click()
    await page.getByRole('option', { name: new RegExp(shipment.number) }).click()
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByText('1 of 2 were refused').waitFor()
    await page.getByRole('dialog').getByRole('link', { name: numbers[1]!, exact: true }).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: `Release ${numbers[1]}` })
      .waitFor()
    await page.getByRole('dialog').getByText(/hold/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1 selected').waitFor()
    assert.equal((await dock.get(`/packages/${ids[0]}`)).shipment_id, shipment.shipment_id)
    await page.getByRole('link', { name: numbers[0]! }).click()
    await page.getByRole('link', { name: shipment.number }).waitFor()
  })

  it('are completed in the warehouse: closed short if pieces are missing, and given a destination once', async () => {
    const { tenant, dock, list } = await newWorld(stage)
    const { ids, numbers } = await bookLive(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 3, volume: 1.5 }] }))
    await dock.done('/receipts', { package_id: ids[0], pieces: 2, volume: 1.379277 })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto(list)
    await page.getByRole('link', { name: numbers[0]! }).waitFor()
    await page.locator('tfoot').getByText('—').waitFor()
    assert.equal(await page.getByText('0 kg').count(), 0, 'nobody weighed it')
    await page.getByRole('link', { name: numbers[0]! }).click()
    await page.getByRole('row', { name: /^Volume 1.5 CBM 1.379 CBM/ }).waitFor()
    assert.equal(await page.getByText('0 kg', { exact: true }).count(), 0)
    const paper = await page.request.get((await page.getByRole('link', { name: 'Print label' }).getAttribute('href'))!)
    const pieces = (await pdfPages(await paper.body())).map((text) => /PIECE (\d of \d)/.exec(text)?.[1])
    assert.deepEqual(pieces, ['1 of 3', '2 of 3', '3 of 3'])
    await page.getByRole('row', { name: /^Pieces 3 2 -1/ }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Set destination' }).count(), 0)
    await page.getByRole('menuitem', { name: 'Close short' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close short' }).click()
    await page.getByRole('dialog').getByText('is required').waitFor()
    await page.getByRole('dialog').getByLabel('Reason').fill('One was never sent')
    await page.getByRole('dialog').getByRole('button', { name: 'Close short' }).click()
    await page.getByText(`${numbers[0]} is closed with 2 pieces.`).waitFor()
    await page.getByText(/ before, -/).waitFor()

    const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Joiner', ...pickup }, live(tenant))
    const { package: unannounced } = await dock.done('/receipts', { customer_id: customer.address_suffix, weight: 3, origin_country: 'CN' })
    await page.visit(`/console/packages/${unannounced.parcel_id}`)
    await page.getByText('Arrived unannounced.').waitFor()
    await page.getByText('Received in the warehouse.').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Set destination' }).click()
    await page.getByRole('dialog').getByLabel('Country').fill('Ghana')
    await page.getByRole('dialog').getByRole('button', { name: 'Set destination' }).click()
    await page.getByText('The destination is set.').waitFor()
    await page.getByText('GH', { exact: true }).waitFor()
  })

  it('are held and released on their page, with reason and author in the timeline', async () => {
    const { tenant, dock } = await newWorld(stage)
    const { ids } = await bookLive(tenant, cartons(1))
    await dock.done('/receipts', { package_id: ids[0], weight: 2.5, volume: 0.2 })
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/packages/${ids[0]}`)
    await page.getByRole('button', { name: 'Hold' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Waits for the importer')
    await page.getByRole('dialog').getByRole('button', { name: 'Hold' }).click()
    // The page names what blocks the package. The actions stay visible while scrolling.
    await page.locator('.answer').filter({ hasText: 'What blocks it' }).getByText('It is on hold').waitFor()
    await page.locator('.answer').filter({ hasText: 'What happens next' }).getByText('It goes into a shipment').waitFor()
    await page.mouse.wheel(0, 400)
    for (const name of ['Release', 'Copy tracking link']) assert.ok(await isInView(page.getByRole('button', { name })), name)
    assert.ok(await isInView(page.getByRole('link', { name: 'Print label' })))
    await page.setViewportSize(PHONE)
    await page.evaluate('scrollTo(0, 0)')
    for (const name of ['Release', 'More']) assert.ok(await isInView(page.getByRole('button', { name })), `${name} on a phone`)
    const activity = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Activity' }) })
    const entry = activity.getByRole('listitem').filter({ hasText: 'put on hold' })
    await entry.getByText('Waits for the importer').waitFor()
    await entry.getByText('by Sample admin').waitFor()
    await page.getByRole('button', { name: 'Release' }).waitFor()
    // The activity entry for a hold shows what the hold changed. The filter shows entries of one kind only.
    await entry.getByText('Changed hold instruction').click()
    await entry.getByText('release → hold').waitFor()
    await activity.getByText('Receipts', { exact: true }).click()
    await entry.waitFor({ state: 'detached' })
    await activity.getByRole('listitem').first().waitFor()
    assert.equal(await activity.getByRole('listitem').count(), 1)
    await activity.getByText('Holds', { exact: true }).click()
    await activity.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    await entry.waitFor()
    await activity.getByText('All', { exact: true }).click()
    const moments = await activity
      .locator('.activity > li')
      .evaluateAll((items) => items.map((item) => Date.parse(item.querySelector('time')!.dateTime)))
    assert.ok(moments.length > 2)
    assert.deepEqual(
      moments,
      moments.toSorted((one, other) => other - one),
    )
    await page.getByRole('img', { name: /Amount due on each of the next 60 days/ }).waitFor()
    await page.getByLabel('Amount on').fill('2030-01-01')
    await page.getByText(/on 1 Jan 2030, \d+ chargeable days/).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Wrong parcel')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/Undone .*: Wrong parcel/).waitFor()
    assert.equal((await dock.get(`/packages/${ids[0]}`)).status, 'booked')

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Cancel package' }).click()
    await page.getByRole('dialog').getByLabel('Comment').fill('Lost at origin')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel package' }).click()
    await page.getByText('Lost at origin').first().waitFor()
    assert.equal((await dock.get(`/packages/${ids[0]}`)).status, 'cancelled')
  })
})
