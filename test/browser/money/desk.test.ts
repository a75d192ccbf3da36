// The counter in a real browser: no role gets a link to a page that it may not open, and a missing price is not shown as zero.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setMoneyRules } from '../../../src/flows/operator/set-money-rules.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { assertAccessible } from '../support/axe.ts'
import { atField, SCAN_BOX, scan } from '../support/dock.ts'
import { describeInBrowser, fitsPhone } from '../support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('the counter', (stage) => {
  it('shows a cashier a payment with its invoices and refunds, and no way to the journal', async () => {
    const desk = await atDesk(stage.waybill)
    const tenant = await stage.waybill.newTenant({ name: 'Lagoon Tiles' })
    const { business } = tenant
    await book(tenant, exportAir())
    const { number, total } = await issueAll(desk, business.id)
    const amount = (Number(total) + 300).toFixed(2)
    const ahead = { mode: 'test', business: business.id, method: 'cash', amount, confirm_overpayment: true }
    const { payment } = (await desk.done('/payments', ahead)).payment
    await desk.done(`/payments/${payment.payment_id}/refund`, { amount: '120', method: 'cash', reason: 'Change was short' })
    const page = await stage.newPage({ as: 'cashier' })
    await page.goto(`/console/payments?mode=test&business=${business.id}`)
    await page.getByRole('link', { name: payment.number }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Journal for accounting' }).count(), 0)
    await page.getByRole('link', { name: payment.number }).click()
    await page.getByRole('link', { name: number }).waitFor()
    await page.getByText('Sample admin', { exact: true }).waitFor()
    const refund = page.getByRole('row').filter({ hasText: 'Change was short' })
    assert.match(await refund.innerText(), /Cash[\s\S]*₦120\.00/)
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
  })

  it('says that a package has no price yet, not that nothing is owed', IN_SOAK, async () => {
    const desk = await atDesk(stage.waybill)
    const tenant = await stage.waybill.newTenant({ name: 'Creek Tiles' })
    const { address_suffix: code } = await newCustomer(tenant, pickup)
    const { package: parcel } = await desk.done('/receipts', { mode: 'test', code, weight: 3 })
    const page = await stage.newPage({ as: 'cashier' })
    await page.goto(`/console/packages/${parcel.parcel_id}`)
    await page.getByRole('main').getByRole('link', { name: 'Take payment', exact: true }).first().click()
    await page.getByText(`${parcel.parcel_number}, Creek Tiles: no price yet`).waitFor()
    await page.getByText('Details that the price needs are missing').waitFor()
    assert.equal(await page.getByText('owes nothing').count(), 0)
    await assertAccessible(page)
    // The search does not offer to receive an unknown code, because cashiers may not receive parcels.
    await page.goto('/console/packages?mode=test')
    await atField(page, SCAN_BOX)
    await scan(page, 'SPX99887766')
    await page.getByText('No match for SPX99887766.').waitFor()
    assert.equal(await page.getByRole('option', { name: 'Receive as unidentified' }).count(), 0)
  })

  it('offers the warehouse no payment unless it sees money', async () => {
    const { deps } = stage.waybill
    const tenant = await stage.waybill.newTenant({ name: 'Harbour Tiles' })
    const { ids, numbers } = await book(tenant, exportAir())
    const show = (warehouseSeesMoney: boolean) => setMoneyRules(deps, byTest(deps), { warehouseSeesMoney, secondPersonFromKobo: null })
    await show(false)
    const page = await stage.newPage({ as: 'warehouse', isSingleUse: true })
    await page.goto(`/console/packages/${ids[0]}`)
    await page.getByRole('heading', { name: numbers[0]!, level: 1 }).waitFor()
    await page.getByText('What is owed').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Take payment' }).count(), 0)
    await show(true)
    await page.goto(`/console/packages/${ids[0]}`)
    await page.getByRole('main').getByRole('link', { name: 'Take payment' }).first().waitFor()
  })
})
