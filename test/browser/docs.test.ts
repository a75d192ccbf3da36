// The guides and the page at /, in a real browser: open to everyone, readable in light and dark mode and on a phone.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

describeInBrowser('the guides', (stage) => {
  it('lead from / to a section through the search, and back', async () => {
    const page = await stage.newPage()
    await page.goto('/')
    await page.getByRole('link', { name: 'Guides' }).click()
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('answer lost')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'How a repeat is answered' }).click()
    assert.match(page.url(), /\/docs\/idempotency#how-a-repeat-is-answered$/)
    await page.getByRole('heading', { name: 'How a repeat is answered' }).waitFor()
    await page.getByRole('link', { name: 'Waybill', exact: true }).click()
    await page.getByRole('textbox', { name: 'Parcel number' }).waitFor()
  })

  it('are in the console’s account menu', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Guides for the API' }).click()
    await page.getByRole('heading', { name: 'Guides', exact: true }).waitFor()
  })

  it('explain the page of the console that links to them, in a tab of their own', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/shipments')
    const [manual] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Docs', exact: true }).click()])
    await manual.getByRole('heading', { name: 'Shipments' }).waitFor()
    assert.match(manual.url(), /\/docs\/warehouse#shipments$/)
  })

  for (const path of ['/', '/docs', '/docs/errors', '/docs/rate-cards', '/docs?q=idempotency'])
    it(`${path} is accessible, and fits a phone`, async () => {
      const page = await stage.newPage()
      await page.goto(path)
      await assertAccessible(page)
      await fitsPhone(page)
    })
})
