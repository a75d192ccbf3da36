// The tax report in a real browser: rows with totals, another period, the downloaded file, and roles that may not see the report.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDesk, issueAll } from '../support/calls/billing-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('the tax report', (stage) => {
  it('sums a period by category, rate and direction, and is downloaded', async () => {
    const { waybill } = stage
    const desk = await atDesk(waybill)
    await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
    await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
    const { business } = await waybill.newTenant({ name: 'Lagoon Metals' })
    await desk.done('/charges', { mode: 'test', business: business.id, code: 'PACK' })
    const { issued_at: issued } = await issueAll(desk, business.id)
    await desk.done('/charges', { mode: 'test', business: business.id, code: 'PACK' })
    const day = issued.slice(0, 10)

    const page = await stage.newPage({ as: 'accountant' })
    await page.goto(`/console/payments?mode=test&business=${business.id}`)
    await page.getByRole('link', { name: 'Tax report' }).click()
    await page.getByText('No invoice or credit note was issued on these days').waitFor()
    await page.getByLabel('Last day').fill(day)
    const row = page.getByRole('row').filter({ hasText: 'Standard, 7.5' })
    await row.waitFor()
    assert.match(await row.innerText(), /None[\s\S]*₦10,000\.00[\s\S]*₦750\.00/)
    assert.match(await page.getByRole('row').filter({ hasText: 'Total' }).innerText(), /₦10,000\.00[\s\S]*₦750\.00/)
    await page.getByText('have ₦750.00 of tax').waitFor()
    await assertAccessible(page)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    assert.match((await saved).suggestedFilename(), /^tax-.*\.csv$/)
    page.faults.allow(/422/)
    await page.getByLabel('Last day').fill('2020-01-01')
    await page.getByText('must not be before from').first().waitFor()
  })

  it('is not offered to a cashier', async () => {
    const page = await stage.newPage({ as: 'cashier' })
    await page.goto('/console/payments?mode=test')
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Tax report' }).count(), 0)
  })
})
