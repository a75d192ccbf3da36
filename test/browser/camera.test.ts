// Scanning with a phone's camera, in a real browser whose camera shows a label: parcels are received and attached without a keyboard.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { assertAccessible } from './support/axe.ts'
import { bookCartons, standingReceipts, WEIGHT } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const PHONE = { width: 390, height: 844 }
const THUMB_PX = 40
/** Whether the middle of the scan outcome is visible. */
const IS_IN_SIGHT = `(() => {
  const element = document.querySelector('.boarding-outcome')
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
})()`
const PARCELS = process.env.SOAK ? 10 : 2

describeInBrowser('the camera', (stage) => {
  it(`receives ${PARCELS} parcels on a phone, and is ready again after each`, async () => {
    const cartons = await bookCartons(stage.waybill, PARCELS)
    const page = await stage.newPage({ as: 'warehouse', viewport: PHONE, isSingleUse: true })
    await page.addInitScript('window.felt = []; navigator.vibrate = (pattern) => felt.push(pattern.length)')
    await page.goto('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await stage.film(cartons.numbers[0]!)
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    for (const [index, number] of cartons.numbers.entries()) {
      await page.getByRole('heading', { name: number }).waitFor()
      const next = cartons.numbers[index + 1]
      if (next) await stage.film(next)
      await page.getByLabel(WEIGHT).fill('12.5')
      await page.getByRole('button', { name: /^Receive/ }).click()
    }
    await page.getByRole('region', { name: 'Camera' }).waitFor()
    await assertAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
    assert.deepEqual(
      (await standingReceipts(stage.waybill, cartons)).map(([id]) => id),
      cartons.ids,
    )
    assert.deepEqual(await page.evaluate('felt'), Array(PARCELS).fill(1), 'felt at each good scan')
    await page.getByRole('button', { name: 'Close camera' }).click()
    assert.equal(await page.getByRole('region', { name: 'Camera' }).count(), 0)
  })

  it('adds packages to a shipment on a phone, with one thumb, and shows the outcome of each', IN_SOAK, async () => {
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [stored, unknown] = [await storedPackages(await stage.waybill.newTenant(), 1), 'P0000000000']
    const shipment = await newShipment(staff)
    const page = await stage.newPage({ as: 'warehouse', viewport: PHONE, isSingleUse: true })
    await page.goto(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByRole('heading', { name: 'Scan packages in' }).waitFor()
    const open = page.getByRole('button', { name: 'Scan with the camera' })
    const outcome = page.locator('.boarding-outcome')
    await stage.film(stored[0]!.parcel_number)
    await open.click()
    await outcome.and(page.locator('[data-outcome=attached]')).waitFor()
    await page.locator('[data-testid=total-packages]', { hasText: /^1$/ }).waitFor()
    // The camera picture does not cover the scan outcome. The button that closes the camera is low and large enough for a thumb.
    assert.equal(await page.evaluate(IS_IN_SIGHT), true)
    const close = (await page.getByRole('button', { name: 'Close camera' }).boundingBox())!
    assert.ok(close.y > PHONE.height * 0.7 && close.height >= THUMB_PX, JSON.stringify(close))
    await page.getByRole('button', { name: 'Close camera' }).click()

    await stage.film(unknown)
    await open.click()
    await outcome.and(page.locator('[data-outcome=refused]')).waitFor()
    await assertAccessible(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  })
})
