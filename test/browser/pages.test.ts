// Every page of the console, for every role that may open it: reachable, and legible in light and dark mode, on wide and narrow screens.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { ROLES } from '../../src/domain/staff/staff.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { until } from '../support/server/carrier-server.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'
import { findUnseenTexts } from './support/text-looks.ts'

const REGISTRY = new URL('../../console/src/registry.ts', import.meta.url)
const registeredPaths = async (): Promise<string[]> =>
  [...(await readFile(REGISTRY, 'utf8')).matchAll(/path: '([^']+)'/g)].map(([, path]) => path!)
const LOGGED_WITHIN_MS = 30_000
const IN_CHINESE = /^\/console\/(receive|unidentified|inbound|packages|shipments)/
/** Pages that no other test checks with axe. */
const NOT_TESTED_ELSEWHERE = ['/console/account', '/console/nowhere', '/console/staff', '/console/requests/req_missing']

/** HTML samples, and whether axe must check the contrast of their text. */
const TEXTS: [html: string, isDoubtful: boolean][] = [
  ['<p>black on white</p>', false],
  ['<p style="color: #767676">just enough</p>', false],
  ['<p style="color: #787878">too pale</p>', true],
  ['<p style="color: rgb(0 0 0 / 50%)">half seen through</p>', true],
  ['<p style="background: rgb(0 0 0 / 60%)">on a dark veil</p>', true],
  ['<div style="opacity: 0.4; background: white"><p>faded with its parent</p></div>', true],
  ['<p style="background: linear-gradient(black, white)">on a gradient</p>', true],
  [
    '<div style="position: relative"><i style="position: absolute; inset: 0; background: black"></i><p style="position: relative">over a sibling</p></div>',
    true,
  ],
  ['<p style="color: #787878; margin-top: 200vh">pale, and out of sight</p>', true],
  ['<p><a href="/" style="color: #00e">a link alone</a></p>', false],
  ['<p>Amid other text <a href="/" style="color: #00e; text-decoration: none">a link</a></p>', true],
]

describeInBrowser('the pages', (stage) => {
  it('have no text with low contrast, unlike these samples', async () => {
    const page = await stage.newPage({ isSingleUse: true })
    const show = (html: string) =>
      page.setContent(`<html lang="en"><title>Texts</title><body style="background: white"><main><h1>Texts</h1>${html}`)
    for (const [html, isDoubtful] of TEXTS) {
      await show(html)
      assert.equal((await page.evaluate<number>(`${findUnseenTexts(new Set())}.doubtful.length`)) > 0, isDoubtful, html)
    }
    await show('<p style="color: #787878">too pale</p>')
    await assert.rejects(assertAccessible(page), /color-contrast: .*too pale/)
  })

  it('are refused to another role', async () => {
    const page = await stage.newPage({ as: 'support' })
    await page.visit('/console/staff')
    await page.getByText('Your role is Support.').waitFor()
    const navigation = page.getByRole('navigation', { name: 'Pages' })
    await navigation.getByRole('link', { name: 'Businesses' }).waitFor()
    assert.equal(await navigation.getByRole('link', { name: 'Staff' }).count(), 0)
  })

  // One role is enough, because admins see all pages. The soak tries every role.
  for (const role of ROLES.toReversed().filter((each) => process.env.SOAK || each === 'admin')) {
    it(`in the menu of staff with the role ${role} open at a click`, async () => {
      const page = await stage.newPage({ as: role })
      await page.visit('/console/')
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
      await links.first().waitFor()
      const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
      assert.equal(addresses.includes('/console/businesses'), role !== 'warehouse')
      assert.equal(addresses.includes('/console/staff'), role === 'admin')
      for (const [index, address] of addresses.entries()) {
        await links.nth(index).click()
        await page.waitForURL((url) => url.pathname === address)
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
        await page.getByRole('heading', { level: 1 }).waitFor()
        assert.equal(await page.getByText('Your role is').count(), 0, address)
        const current = await links.evaluateAll((found) =>
          found.filter((link) => link.ariaCurrent).map((link) => link.getAttribute('href')),
        )
        assert.deepEqual(current, [address])
      }
    })
  }

  for (const address of NOT_TESTED_ELSEWHERE) {
    it(`${address} is accessible`, async () => {
      const page = await stage.newPage({ as: 'admin' })
      if (address.endsWith('missing')) page.faults.allow(/404/)
      await page.visit(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
      await assertAccessible(page)
    })
  }

  // Runs axe on every page, with demo data. Skipped outside the soak, because each page also has its own test that runs axe.
  it('are all accessible, in either colour scheme and in both languages', IN_SOAK, async () => {
    const { business } = await stage.waybill.newTenant()
    const staff = await signedIn(stage.waybill, 'admin')
    const filled = await staff.call('POST', '/ops/v1/demo_data', { business_id: business.id })
    assert.equal(filled.status, 201, filled.text)
    const firstOf = async (path: string, id: string): Promise<string> =>
      (await staff.call('GET', `/ops/v1/${path}?mode=test&business=${business.id}`)).json[0]?.[id]
    const made = async (path: string, body: object, id: string): Promise<string> => {
      const { json } = await staff.call('POST', `/ops/v1/${path}`, { mode: 'test', ...body })
      return json[id]
    }
    const logged = async () => (await staff.call('GET', '/ops/v1/requests')).json
    await made('places', { from: 'A-01-01' }, 'place_id')
    await until('no request is in the log', async () => (await logged()).length > 0, LOGGED_WITHIN_MS)
    const place = await firstOf('places', 'place_id')
    const ids: Record<string, string> = {
      '/unidentified/:id': await made('unidentified_parcels', { weight: 2 }, 'unidentified_parcel_id'),
      '/places/:id': place,
      '/stocktakes/:id': await made(`places/${place}/stocktakes`, {}, 'stocktake_id'),
      '/payments/:id': (await staff.call('GET', '/ops/v1/payments?mode=test')).json[0].payment.payment_id,
      '/packages/:id': await firstOf('packages', 'parcel_id'),
      '/shipments/:id': await firstOf('shipments', 'shipment_id'),
      '/quotes/:id': await firstOf('quotes', 'parcel_quote_id'),
      '/customers/:id': await firstOf('customers', 'parcel_customer_id'),
      '/invoices/:id': await firstOf('invoices', 'invoice_id'),
      '/requests/:id': (await logged())[0].request_id,
    }
    const idOf = (path: string): string => ids[path] ?? (path.startsWith('/cards') ? 'import-air-china' : business.id)
    const addresses = (await registeredPaths()).map((path) => `/console${path.replace(':id', idOf(path))}?mode=test`)
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    const look = async (address: string): Promise<void> => {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByRole('status', { name: /^(Loading|加载中)$/ })
        .first()
        .waitFor({ state: 'hidden' })
      await assertAccessible(page)
    }
    for (const address of addresses) await look(address)
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: '简体中文' }).click()
    await page.locator('html[lang="zh-CN"]').waitFor()
    for (const address of addresses.filter((each) => IN_CHINESE.test(each))) await look(address)
  })

  it('shared by live and test mode have no mode switch and no test banner, and say that they apply to live', async () => {
    const { business } = await stage.waybill.newTenant()
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/packages?mode=test')
    const banner = page.getByText('nothing here moves real freight or money')
    const modeSwitch = page.getByRole('banner').getByRole('radiogroup', { name: 'Mode' })
    await banner.waitFor()
    await modeSwitch.waitFor()
    for (const path of [
      'businesses',
      `businesses/${business.id}`,
      'cards',
      'cards/import-air-china',
      'extras',
      'fx',
      'operator',
      'sites',
      'staff',
      'requests',
      'account',
    ]) {
      await page.visit(`/console/${path}`)
      await page.getByText(path === 'requests' ? 'contains live and test requests' : 'changes here affect live').waitFor()
      assert.deepEqual([await banner.count(), await modeSwitch.count()], [0, 0], path)
    }
    await page.visit(`/console/businesses/${business.id}/deliveries`)
    await modeSwitch.waitFor()
    await banner.waitFor()
  })

  it('fit a screen of 360 px, and the menu opens there', async () => {
    const page = await stage.newPage({ as: 'admin', viewport: PHONE })
    const { business } = await stage.waybill.newTenant()
    for (const address of [
      '/console/',
      '/console/businesses',
      `/console/businesses/${business.id}`,
      '/console/staff',
      '/console/account',
    ]) {
      await page.visit(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, address)
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Businesses' }).click()
    await page.getByRole('heading', { name: 'Businesses', level: 1 }).waitFor()
  })
})
