// Simplified Chinese on the warehouse pages, in a real browser: chosen per person, loaded on demand, and reset on sign-out.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newShipment } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { bookCartons, scan, standingReceipts } from './support/dock.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

describeInBrowser('the console in Chinese', (stage) => {
  it('is loaded for a person who chooses it, and covers receiving, unidentified parcels and shipments', async () => {
    const cartons = await bookCartons(stage.waybill, 1)
    const page = await stage.newPage({ as: 'warehouse', isSingleUse: true })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    const isLoaded = (): boolean => loaded.some((address) => /\/chinese-[^/]+\.js$/.test(address))
    await page.goto('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    assert.equal(isLoaded(), false)
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: '简体中文' }).click()
    await page.getByRole('heading', { name: '可以扫描' }).waitFor()
    assert.equal(isLoaded(), true)
    assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN')

    await page.getByLabel('扫描或输入编号').fill(cartons.numbers[0]!)
    await page.keyboard.press('Enter')
    await page.getByLabel('重量（公斤）').fill('12.5')
    await assertAccessible(page)
    await page.getByRole('button', { name: '收货', exact: true }).click()
    await page.getByText(`已收货：${cartons.numbers[0]}`).waitFor()
    assert.equal((await standingReceipts(stage.waybill, cartons)).length, 1)

    // If a page is not fully translated, the page and the menu are shown in English.
    await page.getByRole('link', { name: '包裹', exact: true }).click()
    await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'en')
    await page.getByRole('link', { name: 'Announced', exact: true }).click()
    await page.getByRole('heading', { name: '预报包裹', level: 1 }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'zh-CN')

    // A receipt from today shows only a time. Other dates and the country names are in Chinese.
    const staff = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(staff, { mode: 'live', etd: '2026-11-20T13:30:00Z', destination_country: 'NG' })
    for (const [path, heading] of [
      ['unidentified', '无主包裹'],
      ['shipments', '货运'],
    ]) {
      await page.goto(`/console/${path}`)
      await page.getByRole('heading', { name: heading!, level: 1 }).waitFor()
      await assertAccessible(page)
    }
    const row = page.getByRole('row').filter({ hasText: shipment.number })
    await row.getByText('2026年11月20日 14:30').waitFor()
    await row.getByText('尼日利亚').waitFor()
    await row.getByRole('link', { name: shipment.number }).click()
    await page.getByText('2026年11月20日 14:30').waitFor()
    await page.getByText('尼日利亚').first().waitFor()
    await scan(page, 'NOTHING-LIKE-IT')
    await page.locator('.boarding-outcome').getByText('没有包裹使用编号 NOTHING-LIKE-IT。').waitFor()
    await scan(page, cartons.numbers[0]!)
    await page.locator('.boarding-outcome').getByText(`包裹 ${cartons.numbers[0]} 已装入此货运。`).waitFor()
    await page.goBack()
    await row.waitFor()
    await fitsPhone(page)
    // Opens another browser as the same person.
    const elsewhere = await stage.newPage({ isSingleUse: true })
    await elsewhere.context().addCookies(await page.context().cookies())
    await elsewhere.goto('/console/shipments')
    await elsewhere.getByRole('heading', { name: '货运', level: 1 }).waitFor()
    await page.getByRole('button', { name: '账户', exact: true }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Shipments', level: 1 }).waitFor()
  })
})
