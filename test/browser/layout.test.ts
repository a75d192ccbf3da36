// The layout of the console, measured by bounding boxes: no element covers another, and the navigation fits into a height of 900 px.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { bookPackage, play } from '../support/calls/package-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { importAir } from '../support/samples/requests.ts'
import { until } from './support/dock.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const WINDOW = { width: 1280, height: 900 }
const ROWS = 30
const ROW_PX = { min: 34, max: 38 }

type Box = { x: number; y: number; width: number; height: number }

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

/** Returns the bounding boxes of all visible elements that match `selector`. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.getBoundingClientRect().toJSON())
    .filter(({ width, height }) => width * height > 0)`)

describeInBrowser('the layout', (stage) => {
  it('has the camera beside the search box, on every kind of screen', async () => {
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    await page.goto('/console/packages?mode=test')
    for (const viewport of [WINDOW, { width: 820, height: 900 }, PHONE]) {
      await page.setViewportSize(viewport)
      const [input] = await boxesOf(page, '.scan input')
      for (const camera of await boxesOf(page, '.camera-button')) assert.equal(overlap(input!, camera), false, `${viewport.width} px`)
    }
    // In a window this wide, the camera button is hidden on devices with a mouse. The test makes the button visible.
    await page.setViewportSize(WINDOW)
    await page.evaluate(`document.querySelector('.camera-button').style.display = 'inline-flex'`)
    const [[key], [camera]] = [await boxesOf(page, '.scan-key'), await boxesOf(page, '.camera-button')]
    assert.equal(overlap(key!, camera!), false)
  })

  it('fits the navigation of every role into 900 px, and shows each role its own pages', async () => {
    const offered: Record<string, string[]> = {}
    for (const role of ['admin', 'warehouse', 'support'] as const) {
      const page = await stage.newPage({ as: role, viewport: WINDOW })
      await page.goto('/console/packages?mode=test')
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
      await links.first().waitFor()
      offered[role] = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!.replace('/console', '')))
      const boxes = await boxesOf(page, '.nav-link')
      assert.ok(Math.max(...boxes.map(({ y, height }) => y + height)) <= WINDOW.height, role)
      assert.equal(
        await page.evaluate(`(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.nav-scroll'))`),
        0,
      )
    }
    const { admin, warehouse, support } = offered
    assert.deepEqual(
      admin!.filter((path) => !warehouse!.includes(path)),
      '/payments /payment-notices /money-requests /debt /cards /extras /fx /businesses /deliveries /requests /staff /operator'.split(' '),
    )
    assert.deepEqual(
      admin!.filter((path) => !support!.includes(path)),
      '/receive /payments/new /till /money-requests /staff /operator'.split(' '),
    )
  })

  it('fits the overview into 900 px, with its numbers in one row and axes at the chart', IN_SOAK, async () => {
    const { business } = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'admin')
    const filled = await staff.call('POST', '/ops/v1/demo_data', { business_id: business.id })
    assert.equal(filled.status, 201, filled.text)
    const page = await stage.newPage({ as: 'admin', viewport: WINDOW })
    await page.goto('/console/?mode=test')
    await page.getByRole('link', { name: 'Storage owed' }).waitFor()
    for (const width of [WINDOW.width, 1440]) {
      await page.setViewportSize({ width, height: WINDOW.height })
      await until(page, 'document.documentElement.scrollHeight', WINDOW.height)
      const numbers = await boxesOf(page, '.counts .count')
      assert.ok(numbers.length >= 7, `${numbers.length} numbers`)
      assert.equal(new Set(numbers.map(({ y, height }) => `${y} ${height}`)).size, 1)
    }
    const [chart] = await boxesOf(page, '.bars')
    const [ticks, dates] = [await boxesOf(page, '.bars-tick'), await boxesOf(page, '.bars-date')]
    assert.ok(dates.length >= 4 && dates.every(({ y }) => y >= chart!.y + chart!.height), JSON.stringify(dates))
    assert.ok(ticks.length >= 2 && ticks.every(({ x, width }) => x === chart!.x && width === chart!.width), JSON.stringify(ticks))
    assert.equal(await page.locator('.bars-tick').first().textContent(), '0')
  })

  it('has one scroll bar on the page of a list, rows of about 36 px, and figures of one width', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const packages = Array.from({ length: ROWS }, () => ({ weight: 2.5 }))
    await bookPackage(tenant, importAir({ packages }))
    const page = await stage.newPage({ as: 'admin', viewport: WINDOW })
    await page.goto(`/console/packages?mode=test&business=${tenant.business.id}`)
    await page
      .locator('tbody tr')
      .nth(ROWS - 1)
      .waitFor()
    await until(page, 'document.documentElement.scrollHeight', WINDOW.height)
    const scrolling = `[...document.querySelectorAll('#content, #content *')].filter((each) =>
      each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY)).map((each) => each.className)`
    assert.deepEqual(await page.evaluate(scrolling), ['panel-scroll'])
    for (const { height } of await boxesOf(page, 'tbody tr')) assert.ok(height >= ROW_PX.min && height <= ROW_PX.max, `${height} px`)
    await until(page, `document.fonts.check('14px "Inter Variable"')`, true)
    const widths = await page.evaluate<number[]>(`['1111', '0808', '7777'].map((figures) => {
      const cell = document.querySelector('tbody td.figure')
      cell.innerHTML = '<span>' + figures + '</span>'
      return cell.firstChild.getBoundingClientRect().width
    })`)
    assert.equal(new Set(widths).size, 1, widths.join())
    // After a jump to the last row, the totals do not cover this row.
    await page.locator('tbody tr a').first().focus()
    await page.keyboard.press('End')
    const [[last], [totals]] = [await boxesOf(page, 'tbody tr:last-child'), await boxesOf(page, 'tfoot td')]
    assert.equal(overlap(last!, totals!), false)
  })

  it('has a bar of actions on the page of a package that stays in sight and covers nothing', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const parcel = await bookPackage(tenant, importAir())
    await play(tenant, parcel.parcel_id, 'receive')
    for (const viewport of [WINDOW, PHONE]) {
      const page = await stage.newPage({ as: 'admin', viewport })
      await page.goto(`/console/packages/${parcel.parcel_id}?mode=test`)
      await page.locator('.action-bar').waitFor()
      await page.getByRole('heading', { name: 'Labels' }).waitFor()
      const [bar] = await boxesOf(page, '.action-bar')
      for (const panel of await boxesOf(page, '.panel:not(.action-bar)')) assert.equal(overlap(bar!, panel), false)
      if (viewport === PHONE) continue
      // After scrolling, the bar is directly below the header, and a focused control is below the bar.
      await page.evaluate('scrollTo(0, 100_000)')
      const [[header], [scrolled]] = [await boxesOf(page, 'header'), await boxesOf(page, '.action-bar')]
      assert.ok(Math.abs(scrolled!.y - header!.y - header!.height) <= 1, `${scrolled!.y}`)
      const controls = page.locator('.columns').locator('a, button, summary')
      for (let index = (await controls.count()) - 1; index >= 0; index--) {
        await controls.nth(index).focus()
        const box = (await controls.nth(index).boundingBox())!
        assert.ok(box.y >= scrolled!.y + scrolled!.height, `${index}: ${box.y}`)
      }
    }
  })
})
