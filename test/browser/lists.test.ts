// Lists in a real browser: pages and filters in the address, and exports of all rows.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import { atDock, book, live } from '../support/calls/receiving-calls.ts'
import { attachAll, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { until } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const BUSINESSES = 30
const PER_PAGE = 25
/** Names of the first businesses. A spreadsheet would run each of these names as a formula. */
const FORMULAS = ['=oldest, "first"', "a;=cmd|'/C calc'!A1", '＝1+1']

/** Whether the focused element is visible and not covered, for example by the sticky header. */
const IS_FOCUS_IN_SIGHT = `(() => {
  const { x, y, width, height } = document.activeElement.getBoundingClientRect()
  const seen = document.elementFromPoint(x + width / 2, y + height / 2)
  return document.activeElement.contains(seen) || seen.contains(document.activeElement)
})()`
/** Contrast between the focus ring and the panel behind it, as WCAG defines it. */
const RING_CONTRAST = `(() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ring = getComputedStyle(document.activeElement)
  if (ring.outlineStyle === 'none') return 0
  const [dim, bright] = [light(ring.outlineColor), light(getComputedStyle(document.activeElement.closest('.panel')).backgroundColor)].sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
})()`

describeInBrowser('lists', (stage) => {
  it('have their page in the address, so that reload and back restore it, and export every page', async () => {
    for (let n = 0; n < BUSINESSES; n++) await stage.waybill.newTenant({ name: FORMULAS[n] ?? `Sample ${n}` })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/businesses')
    const rows = page.getByRole('row')
    await page.getByRole('link', { name: `Sample ${BUSINESSES - 1}` }).waitFor()
    assert.equal(await rows.count(), 1 + PER_PAGE)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('link', { name: '=oldest' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: '=oldest' }).waitFor()
    assert.equal(await rows.count(), 1 + BUSINESSES - PER_PAGE)

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
    assert.equal(download.suggestedFilename(), 'businesses.csv')
    const lines = (await readFile((await download.path())!, 'utf8')).trimEnd().split('\r\n')
    assert.equal(lines.length, 1 + BUSINESSES)
    // The export puts an apostrophe before these names, so that no spreadsheet runs them as formulas.
    assert.match(lines.at(-1)!, /^"'=oldest, ""first""",/)
    assert.match(lines.at(-2)!, /^a;'=cmd/)
    assert.match(lines.at(-3)!, /^'＝1/)

    await page.goBack()
    await page.getByRole('link', { name: `Sample ${BUSINESSES - 1}` }).waitFor()
  })

  it('have filters that survive a reload, a visit elsewhere and the back button', async () => {
    const [tenant, dock] = [await stage.waybill.newTenant(), await atDock(stage.waybill)]
    const cartons = (count: number, more: object = {}) =>
      book(tenant, importAir({ packages: Array.from({ length: count }, () => ({ weight: 2.5 })), ...more }), live(tenant))
    const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Weaver', ...pickup }, live(tenant))
    const { ids, numbers } = await cartons(3, { parcel_customer_token: customer.parcel_customer_id })
    await cartons(2)
    await dock.done(`/packages/${ids[0]}/notices`, { action: 'hold' })

    const page = await stage.newPage({ as: 'support' })
    const rowOf = (number: string) => page.getByRole('row').filter({ hasText: number })
    await page.goto(`/console/packages?business=${tenant.business.id}`)
    await rowOf(numbers[0]!).waitFor()
    await page.getByLabel('Search', { exact: true }).fill('weav')
    await page.waitForURL(/q=weav/)
    await page.getByRole('combobox', { name: 'Hold' }).click()
    await page.getByRole('option', { name: 'On hold', exact: true }).click()
    await page.waitForURL(/hold=hold/)
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    await rowOf(numbers[0]!).waitFor()

    await page.reload()
    await rowOf(numbers[0]!).waitFor()
    assert.equal(await page.getByLabel('Search', { exact: true }).inputValue(), 'weav')
    assert.equal(await page.locator('tbody tr').count(), 1)

    await page.getByRole('link', { name: numbers[0]! }).click()
    await page.getByRole('heading', { name: numbers[0]!, level: 1 }).waitFor()
    await page.goBack()
    await rowOf(numbers[0]!).waitFor()
    assert.match(page.url(), /q=weav&hold=hold/)
    await page.getByRole('link', { name: numbers[0]! }).click()
    await page.locator('#content').getByRole('link', { name: 'Packages' }).click()
    await rowOf(numbers[0]!).waitFor()
    assert.match(page.url(), /q=weav&hold=hold/)

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()])
    const lines = (await readFile((await download.path())!, 'utf8')).trimEnd().split(/\r?\n/)
    assert.equal(lines.length, 1 + 1)
    assert.ok(lines[1]!.includes(numbers[0]!))

    await page.getByLabel('Search', { exact: true }).fill('nobody of this name')
    await page.getByText('Nothing matches').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await rowOf(numbers[2]!).waitFor()
    await page.getByRole('combobox', { name: 'Customer' }).fill('sample weav')
    await page.getByRole('option', { name: /Sample Weaver/ }).click()
    await page.waitForURL(/customer_id=pcus_/)
    await page.locator('tbody tr').nth(3).waitFor({ state: 'detached' })
    await page.locator('tbody tr').nth(2).waitFor()
    await page.getByRole('button', { name: 'Clear Customer' }).click()
    await page.locator('tbody tr').nth(3).waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
  })

  it(
    'keep mode, columns and page size in the address; the header stays, arrows move among rows, and Enter opens one',
    IN_SOAK,
    async () => {
      const tenant = await stage.waybill.newTenant()
      await book(tenant, importAir({ packages: Array.from({ length: PER_PAGE + 5 }, () => ({ weight: 2.5 })) }))
      const page = await stage.newPage({ as: 'warehouse' })
      await page.goto('/console/packages?mode=live')
      await page.getByRole('banner').getByText('Test', { exact: true }).click()
      await page.waitForURL(/[?&]mode=test/)
      await page.goto(`/console/packages?mode=test&business=${tenant.business.id}`)
      const rows = page.locator('tbody tr')
      await rows.nth(PER_PAGE + 4).waitFor()

      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Route' }).uncheck()
      await page.getByRole('checkbox', { name: 'Created' }).check()
      await page.keyboard.press('Escape')
      await page.getByRole('columnheader', { name: 'Route' }).waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: 'Rows per page' }).selectOption(String(PER_PAGE))
      await rows.nth(PER_PAGE).waitFor({ state: 'detached' })
      // The totals cover all matching rows, including rows on other pages.
      await page.getByText(`${PER_PAGE + 5} in total`).waitFor()
      await page.locator('tfoot').getByText('75 kg').waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText(`${PER_PAGE} selected`).waitFor()
      await page.getByRole('button', { name: `Select all ${PER_PAGE + 5} that match` }).click()
      await page.getByText(`${PER_PAGE + 5} selected`).waitFor()
      const [selected] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export selected' }).click()])
      assert.equal((await readFile((await selected.path())!, 'utf8')).trimEnd().split('\r\n').length, 1 + PER_PAGE + 5)
      const labels = await page.request.get((await page.getByRole('link', { name: 'Print labels' }).getAttribute('href'))!)
      assert.equal(labels.status(), 200)
      await page.getByRole('button', { name: 'Clear', exact: true }).click()

      // Sortable column titles have the same size as other titles.
      const sizes = await page.evaluate<string[]>(
        `[...document.querySelectorAll('thead th')].map((title) => getComputedStyle(title.querySelector('button') ?? title).fontSize)`,
      )
      assert.equal(new Set(sizes).size, 1, sizes.join(', '))

      // Sorts the list oldest first and saves it as a view. Then opens the view from the package list in live mode.
      await page.getByRole('button', { name: 'Created' }).click()
      await page.waitForURL(/sort=created/)
      await page.locator('th[aria-sort="ascending"]').waitFor()
      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Oldest first')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'View: Oldest first' }).waitFor()
      const shaped = page.url()
      await page.goto('/console/packages?mode=live')
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Oldest first' }).click()
      await page.waitForURL(shaped)
      await rows.nth(PER_PAGE - 1).waitFor()
      // A colleague who opens this address sees the same columns and the same page size.
      const other = await stage.newPage({ as: 'support' })
      await other.goto(page.url())
      await other.getByRole('columnheader', { name: 'Created' }).waitFor()
      assert.equal(await other.getByRole('columnheader', { name: 'Route' }).count(), 0)
      await other
        .locator('tbody tr')
        .nth(PER_PAGE - 1)
        .waitFor()
      assert.equal(await other.locator('tbody tr').count(), PER_PAGE)

      const header = page.getByRole('columnheader', { name: 'Parcel number' })
      const top = (await header.boundingBox())!.y
      await rows.first().getByRole('link').focus()
      await page.keyboard.press('End')
      await until(page, `String(document.activeElement.closest('tr') === document.querySelector('tbody tr:last-child'))`, 'true')
      assert.ok((await header.boundingBox())!.y <= top)
      assert.ok(await header.isVisible())
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowDown')
      const number = (await rows.nth(1).getByRole('link').textContent())!
      assert.equal(await page.evaluate('document.activeElement.textContent'), number)
      assert.ok((await rows.nth(1).boundingBox())!.y >= (await header.boundingBox())!.y)
      await assertAccessible(page)
      for (const width of [820, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.getByRole('button', { name: 'Menu' }).waitFor()
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      }
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/packages\/pkg_/)
    },
  )

  it(
    'are one Tab and Enter away from the heading, which has the focus after navigation, and show where the focus is',
    IN_SOAK,
    async () => {
      const tenant = await stage.waybill.newTenant()
      const { parcel_customer_id: token } = await newCustomer(tenant, pickup, live(tenant))
      await book(tenant, importAir({ parcel_customer_token: token }), live(tenant))
      const page = await stage.newPage({ as: 'support' })
      await page.goto('/console/account?mode=live')
      for (const [index, name] of ['Packages', 'Quotes', 'Customers'].entries()) {
        const scheme = index % 2 === 0 ? 'dark' : 'light'
        await page.emulateMedia({ colorScheme: scheme })
        await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
        await page.locator('tbody tr').first().waitFor()
        await until(page, 'document.activeElement.localName', 'h1')
        await page.keyboard.press('Tab')
        await until(page, 'document.activeElement.textContent', 'Skip to the first row')
        await page.keyboard.press('Enter')
        await until(page, `String(document.activeElement.closest('tr') === document.querySelector('tbody tr'))`, 'true')
        assert.equal(await page.evaluate(IS_FOCUS_IN_SIGHT), true, name)
        const contrast = await page.evaluate<number>(RING_CONTRAST)
        assert.ok(contrast >= 3, `${contrast} in ${scheme}`)
      }
    },
  )

  it('show a failure with its request id, and recover', async () => {
    const page = await stage.newPage({ as: 'support' })
    page.faults.allow(/^Failed to load resource: the server responded with a status of 500/)
    await page.route('**/ops/v1/businesses*', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'req_sample' },
        json: { error: 'Something failed on our side.', code: 'INTERNAL', request_id: 'req_sample' },
      }),
    )
    await page.goto('/console/businesses')
    await page.getByRole('alert').getByText('Something failed on our side.').waitFor()
    await page.getByText('Request req_sample').waitFor()
    await page.unroute('**/ops/v1/businesses*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('row').first().waitFor()
  })

  it('say that the server did not answer, and keep a filled-in dialog open when somebody clicks beside it', IN_SOAK, async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.route('**/ops/v1/fx_rates*', () => {})
    await page.goto('/console/fx')
    await page.getByText('The server has not answered yet.').first().waitFor()
    await page.unroute('**/ops/v1/fx_rates*')
    await page.goto('/console/businesses')
    await page.getByRole('button', { name: 'New business' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Half typed')
    await page.mouse.click(5, 400)
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Half typed')
  })

  it('filter shipments by business', async () => {
    const { waybill } = stage
    const [one, other] = [await waybill.newTenant({ name: 'Harbour Traders' }), await waybill.newTenant({ name: 'Lagoon Market' })]
    const staff = await signedIn(waybill, 'warehouse')
    const [shared, foreign] = [await newShipment(staff), await newShipment(staff)]
    const [mine, theirs] = [await storedPackages(one, 1), await storedPackages(other, 2)]
    await attachAll(staff, shared, [mine[0]!, theirs[0]!])
    await attachAll(staff, foreign, [theirs[1]!])
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/shipments?mode=test')
    await page.getByRole('link', { name: foreign.number }).waitFor()
    await page.getByRole('combobox', { name: 'Business' }).click()
    await page.getByRole('option', { name: /Harbour Traders/ }).click()
    await page.getByText('Shipments with packages of Harbour Traders').waitFor()
    await page.getByRole('link', { name: foreign.number }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: shared.number }).waitFor()

    await page.goto(`/console/packages?mode=test&business=${one.business.id}`)
    await page.getByRole('combobox', { name: 'Shipment' }).click()
    await page.getByRole('option', { name: shared.number }).waitFor()
    assert.equal(await page.getByRole('option', { name: foreign.number }).count(), 0)
    await page.goto(`/console/shipments?mode=live&business=${one.business.id}`)
    await page.getByRole('heading', { name: 'No shipment matches' }).waitFor()
  })
})
