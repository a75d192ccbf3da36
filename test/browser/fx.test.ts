// Exchange rates in a real browser: set, confirmed after a large change, charted, and tried on past quotes.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newQuote } from '../support/calls/quote-calls.ts'
import { importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { until } from './support/dock.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

/** Script that collects every text drawn on a canvas from now on. */
const KEEP_LABELS = `{
  const { fillText } = CanvasRenderingContext2D.prototype
  window.drawn = []
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    if (text !== '') drawn.push(text)
    fillText.call(this, text, ...place)
  }
}`
const TABLET = { width: 820, height: 800 }

describeInBrowser('exchange rates', (stage) => {
  it('are set from now on; a change by more than half needs a confirmation', async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/fx')
    const set = async (rate: string) => {
      await page.getByRole('button', { name: 'Set a rate' }).click()
      await page.getByRole('textbox', { name: 'Rate', exact: true }).fill(rate)
      await page.getByRole('textbox', { name: 'Source' }).fill('Central bank, 09:00')
      await page.getByRole('dialog').getByRole('button', { name: 'Set a rate' }).click()
    }
    await set('1,450')
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
    await assertAccessible(page)
    await page.getByRole('dialog').getByLabel('Rate', { exact: true }).fill('1450.5')
    await page.getByRole('dialog').getByRole('button', { name: 'Set a rate' }).click()
    await page.getByText('USD/NGN is 1450.5.').waitFor()

    await set('14505')
    const doubt = page.getByRole('dialog', { name: 'Change the rate by more than half?' })
    await doubt.getByText('14505 after 1450.5 is a change of 900 %').waitFor()
    await doubt.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Set an exchange rate' }).getByRole('button', { name: 'Cancel' }).click()
    const inForce = page.getByRole('row', { name: /In force$/ })
    await inForce.getByText('1450.5').waitFor()

    await set('14505')
    await doubt.getByRole('button', { name: 'Set anyway' }).click()
    await inForce.getByText('14505').waitFor()
    await page.getByRole('img', { name: /^USD\/NGN over time: 1400 on .*, 14505 now\.$/ }).waitFor()
    await assertAccessible(page)
    // The chart shrinks with its window, and no two neighbouring axis labels are equal.
    await page.evaluate(KEEP_LABELS)
    await page.setViewportSize(TABLET)
    await until(page, 'document.documentElement.scrollWidth', TABLET.width)
    await until(page, 'String(drawn.length > 0)', 'true')
    const labels = await page.evaluate<string[]>('drawn')
    assert.deepEqual(
      labels.filter((label, index) => label === labels[index - 1]),
      [],
    )
  })

  it('are tried on past quotes', async () => {
    const tenant = await stage.waybill.newTenant()
    const { estimated_price: before } = await newQuote(tenant, importAir())
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/fx?mode=test')
    await page.getByRole('img', { name: /^USD\/NGN over time/ }).waitFor()
    await page.getByLabel('Rate to try, USD/NGN').fill('29010')
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/ops/v1/cards/shadow')),
      page.getByRole('button', { name: 'Re-price' }).click(),
    ])
    assert.equal(answer.status(), 200, await answer.text())
    await page.getByText('Biggest rises').waitFor()
    const row = page.getByRole('row', { name: 'China to Nigeria, air' }).first()
    assert.match((await row.textContent())!, new RegExp(`₦${before.toLocaleString('en')}`))
    await assertAccessible(page)
  })

  it('are read-only for support, also on a narrow screen', async () => {
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    await page.goto('/console/fx')
    await page.getByRole('heading', { name: 'History of USD/NGN' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Set a rate|Re-price/ }).count(), 0)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  })
})
