// Receiving without a connection, in a real browser: scans are stored, and later sent once and in order.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newCustomer } from '../support/calls/package-calls.ts'
import { live } from '../support/calls/receiving-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { atField, bookCartons, receiveByKeys, SCAN_BOX, scan, standingReceipts, untilReady, untilSent } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const PARCELS = process.env.SOAK ? 20 : 3
const UNREACHABLE = /^Failed to load resource: net::ERR_/

describeInBrowser('receiving without a connection', (stage) => {
  it(`keeps ${PARCELS} scans over a reload, counts them, and sends each once and in order`, async () => {
    const cartons = await bookCartons(stage.waybill, PARCELS - 1)
    const { address_suffix: customer } = await newCustomer(cartons.tenant, {}, live(cartons.tenant))
    const page = await stage.newPage({ as: 'warehouse' })
    page.faults.allow(UNREACHABLE)
    await page.goto('/console/receive')
    await untilReady(page)
    await page.context().setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    const weightOf = (index: number): number => 12 + index / 10
    // The first parcel is unannounced, so only the Idempotency-Key of its request prevents a second receipt.
    await receiveByKeys(page, customer, 3)
    for (const [index, number] of cartons.numbers.entries()) await receiveByKeys(page, number, weightOf(index))
    await page.getByText(`${PARCELS} waiting`).waitFor()
    await assertAccessible(page)
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])

    // The first answer is lost: the server has received the parcel, but the browser does not know.
    let lost = 0
    await page.route('**/ops/v1/receipts', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await page.context().setOffline(false)
    await page.reload()
    await untilSent(page)
    await page.getByText(/^\d+ waiting$/).waitFor({ state: 'detached' })
    const [unannounced, ...announced] = await standingReceipts(stage.waybill, cartons)
    assert.equal(unannounced![1], 3)
    assert.deepEqual(
      announced,
      cartons.ids.map((id, index) => [id, weightOf(index)]),
    )
    assert.equal(lost, PARCELS + 1)
    assert.equal(await page.getByText(/refused/).count(), 0)
  })

  it('keeps refused parcels aside with the reason, and sends the others', async () => {
    const cartons = await bookCartons(stage.waybill, 2)
    const page = await stage.newPage({ as: 'warehouse' })
    page.faults.allow(UNREACHABLE)
    await page.goto('/console/receive')
    await untilReady(page)
    await page.context().setOffline(true)
    await receiveByKeys(page, 'NOTHING77', 3)
    await receiveByKeys(page, cartons.numbers[0]!, 12.5)
    await atField(page, SCAN_BOX)
    await page.context().setOffline(false)
    await page.getByText('1 refused').waitFor()
    await page.getByText('matches nothing').waitFor()
    assert.equal((await standingReceipts(stage.waybill, cartons)).length, 1)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Drop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
    await page.getByText('1 refused').waitFor({ state: 'detached' })
    await page.getByLabel(SCAN_BOX).focus()
    await scan(page, cartons.numbers[1]!)
    await page.getByRole('heading', { name: cartons.numbers[1]! }).waitFor()
  })
})
