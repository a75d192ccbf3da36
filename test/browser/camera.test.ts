// Scanning with a phone's camera, in a real browser that films a label: parcels are received and attached without a keyboard.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible } from './support/axe.ts'
import { bookCartons, standingReceipts, WEIGHT } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const PHONE = { width: 390, height: 844 }
const PARCELS = process.env.SOAK ? 10 : 2

describeInBrowser('the camera', (stage) => {
  it(`receives ${PARCELS} parcels on a phone, and comes back for each`, async () => {
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
})
