// The overview in a real browser: what to do first, a made-up month at the press of a button, and the day at a glance.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bookPackage, play, sendNotice } from '../support/package-calls.ts'
import { importAir } from '../support/requests.ts'
import { newShipment } from '../support/shipment-calls.ts'
import { signedIn } from '../support/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

const HOUR_MS = 60 * 60 * 1000
const DEMO_MAX_MS = 60_000

describeInBrowser('the overview', (stage) => {
  it('of an empty system says what to do first, and fills test mode with a month at the press of a button', async () => {
    await stage.waybill.newTenant({ name: 'Sample Imports' })
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/')
    await page.getByRole('heading', { name: 'Welcome, Sample admin' }).waitFor()
    await page.getByText('Create a business').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Fill with demo data' }).count(), 0)
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Switch to test mode' }).click()
    await page.getByRole('button', { name: 'Fill with demo data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Business' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Fill with demo data' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor({ timeout: DEMO_MAX_MS })
    await page.getByText('Demo data is in').waitFor()
    assert.match((await page.getByRole('link', { name: 'In warehouse' }).textContent())!, /In warehouse[1-9]/)
    await page.getByRole('img', { name: /Quotes and bookings per day/ }).waitFor()
    await assertAccessible(page)

    await page.setViewportSize(PHONE)
    await page.goto('/console/?mode=test')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  })

  it('counts, and each count leads to the list behind it', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const staff = await signedIn(waybill, 'warehouse')
    const held = await bookPackage(tenant, importAir())
    await play(tenant, held.parcel_id, 'receive')
    await sendNotice(tenant, held.parcel_id, { action: 'hold' })
    const late = await newShipment(staff, { carrier: 'Sample Air Cargo', etd: new Date(waybill.time.now() - HOUR_MS).toISOString() })
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/?mode=test')
    const row = page.getByRole('listitem').filter({ hasText: late.number })
    await row.getByText('Late').waitFor()
    await page.getByRole('link', { name: 'On hold' }).click()
    await page.waitForURL(/packages\?hold=hold/)
    await page.goBack()
    await page.getByRole('link', { name: 'Arrived today' }).click()
    await page.waitForURL(/packages\?arrived_from=\d{4}-\d\d-\d\d/)
    await page.goBack()
    await page.getByRole('link', { name: 'Storage charged' }).click()
    await page.getByRole('heading', { name: 'Storage', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: late.number }).click()
    await page.getByRole('heading', { name: late.number }).waitFor()
  })

  it('renews itself every minute, and says so when the server no longer answers', async () => {
    const page = await stage.newPage({ as: 'support', isSingleUse: true })
    page.faults.allow(/ERR_FAILED/)
    await page.clock.install()
    await page.goto('/console/?mode=test')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByText('renewed every minute').waitFor()
    const askedAgain = page.waitForRequest(/\/ops\/v1\/overview/)
    await page.clock.fastForward('01:01')
    await askedAgain
    await page.route('**/ops/v1/overview*', (route) => route.abort())
    for (let tries = 0; tries < 5; tries++) await page.clock.fastForward('01:01')
    await page.getByText('The server does not answer').waitFor()
  })

  it('offers support no demo data', async () => {
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/?mode=live')
    await page.getByRole('heading', { name: 'Welcome, Sample support' }).waitFor()
    assert.equal(await page.getByText('Rather look around first?').count(), 0)
    await assertAccessible(page)
  })

  it('says what failed, and recovers', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    page.faults.allow(/status of 500/)
    await page.route('**/ops/v1/overview*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something failed on our side.', code: 'INTERNAL' } }),
    )
    await page.goto('/console/?mode=test')
    await page.getByRole('alert').getByText('Something failed on our side.').waitFor()
    await page.unroute('**/ops/v1/overview*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  })
})
