// The overview in a real browser: first steps, a demo month at the press of a button, and the current day.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bookPackage, cancelPackage, play, sendNotice } from '../support/calls/package-calls.ts'
import { attachAll, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { until } from './support/dock.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const HOUR_MS = 60 * 60 * 1000
const DEMO_MAX_MS = 60_000

describeInBrowser('the overview', (stage) => {
  it('shows the first steps on an empty system, and fills test mode with a month at the press of a button', async () => {
    await stage.waybill.newTenant({ name: 'Sample Imports' })
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/')
    await page.getByRole('heading', { name: 'Welcome, Sample admin' }).waitFor()
    await page.getByRole('link', { name: 'Create a business' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Fill with demo data' }).count(), 0)
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Switch to test mode' }).click()
    await page.getByRole('button', { name: 'Fill with demo data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Business' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Fill with demo data' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor({ timeout: DEMO_MAX_MS })
    await page.getByText('Demo data created').waitFor()
    assert.match((await page.getByRole('link', { name: 'In warehouse' }).textContent())!, /In warehouse[1-9]/)
    await page.getByRole('img', { name: /Quotes and bookings per day/ }).waitFor()
    await assertAccessible(page)

    // The sums on the page equal the sums of the API. The unfinished first steps stay visible.
    const admin = await signedIn(stage.waybill, 'admin')
    const { last_30_days: month } = (await admin.call('GET', '/ops/v1/overview/booked?mode=test')).json
    const { sums } = (await admin.call('GET', '/ops/v1/storage/totals?mode=test&days=30')).json
    const naira = (amount: string): string => `₦${Number(amount).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
    assert.ok(month.bookings > 0)
    await page.getByRole('link', { name: `Booked in 30 days ${naira(month.amount)}` }).waitFor()
    await page.getByRole('link', { name: `Storage owed ${naira(sums[0].amount_due)}` }).waitFor()
    const { debts } = (await admin.call('GET', '/ops/v1/aged_debt?mode=test')).json
    assert.equal(debts.length, 1, 'the month of one business leaves something to be paid')
    await page.getByRole('link', { name: `Owed on invoices ${naira(debts[0].open)}` }).waitFor()
    const step = page.getByRole('listitem').filter({ hasText: 'Set the address of your warehouse' })
    await step.getByRole('img', { name: 'To do' }).waitFor()
    await fitsPhone(page)

    await step.getByRole('link').click()
    await page.getByRole('button', { name: 'Edit the warehouse in China' }).click()
    const edit = page.getByRole('dialog')
    await edit.getByLabel('Street').fill('88 Huangshi West Road')
    await edit.getByLabel('City').fill('Guangzhou')
    await assertAccessible(page)
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByText('88 Huangshi West Road, Guangzhou, China').waitFor()
    await page.visit('/console/')
    await step.getByRole('img', { name: 'Done' }).waitFor()
  })

  it('has counts that link to the list behind each', IN_SOAK, async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const staff = await signedIn(waybill, 'warehouse')
    const held = await bookPackage(tenant, importAir())
    await play(tenant, held.parcel_id, 'receive')
    await sendNotice(tenant, held.parcel_id, { action: 'hold' })
    // The overview does not count a hold on a cancelled package.
    const gone = await bookPackage(tenant, importAir({ sender: { ...importAir().sender, name: 'W'.repeat(100) } }))
    await sendNotice(tenant, gone.parcel_id, { action: 'hold' })
    const long = await bookPackage(tenant, importAir({ sender: { ...importAir().sender, name: 'W'.repeat(100) } }))
    await sendNotice(tenant, long.parcel_id, { action: 'hold' })
    await cancelPackage(tenant, gone.parcel_id)
    const late = await newShipment(staff, { carrier: 'Sample Air Cargo', etd: new Date(waybill.time.now() - HOUR_MS).toISOString() })
    const torn = await staff.call('POST', '/ops/v1/unidentified_parcels', { mode: 'test', label_text: 'Torn label 7', pieces: 1 })
    assert.equal(torn.status, 201, torn.text)
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/?mode=test')
    const row = page.getByRole('listitem').filter({ hasText: late.number })
    await row.getByText('Late').waitFor()
    const onHold = page.getByRole('link', { name: 'On hold' })
    const count = Number((await onHold.locator('.count-value').textContent())!)
    await onHold.click()
    await page.waitForURL(/packages\?hold=hold/)
    await page.getByRole('link', { name: held.parcel_number }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), count)
    // Long names and wide parcel numbers do not push other columns off the screen.
    await page.evaluate(`document.querySelector('tbody a').firstChild.data = 'PWWWWWWWWWWW'`)
    await until(page, `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.panel-scroll'))`, 0)
    await page.goBack()
    await page.getByRole('link', { name: 'Arrived today' }).click()
    await page.waitForURL(/packages\?arrived_from=\d{4}-\d\d-\d\d/)
    await page.goBack()
    const booked = page.getByRole('link', { name: 'Booked today' })
    const bookings = /\d+/.exec((await booked.locator('.count-hint').textContent())!)![0]
    await booked.click()
    await page.waitForURL(/quotes\?booked_from=\d{4}-\d\d-\d\d/)
    await page.getByText(`${bookings} in total`, { exact: true }).waitFor()
    await page.goBack()
    for (const [count, overdue] of [
      ['Free days end', false],
      ['Storage charged', true],
    ] as const) {
      await page.getByRole('link', { name: count }).click()
      await page.waitForURL(`**/storage?overdue=${overdue}*`)
      await page.getByRole('heading', { name: 'Storage', level: 1 }).waitFor()
      // The filter leaves out packages received today, which still have all their free days.
      if (!overdue) await page.getByText('Only packages with their last free day by').waitFor()
      if (!overdue) await page.getByText(held.parcel_number).waitFor({ state: 'detached' })
      await page.goBack()
    }
    // Each count of open tasks links to a list with exactly the counted rows.
    await page.getByRole('link', { name: 'Late 1' }).click()
    await page.waitForURL(/shipments\?late=true/)
    await page.getByRole('link', { name: late.number }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await page.goBack()
    await page.getByRole('link', { name: 'Unidentified 4' }).click()
    await page.getByText('Torn label 7').waitFor()
    // An unidentified parcel of test mode is not shown in live mode.
    await page.getByRole('banner').getByText('Live', { exact: true }).click()
    await page.getByText('Torn label 7').waitFor({ state: 'detached' })
    await page.goto('/console/?mode=test')
    await page.getByRole('list').getByRole('link', { name: late.number }).click()
    await page.getByRole('heading', { name: late.number }).waitFor()
  })

  it('follows the business in the header: its own numbers, and the shipments with a package of it', async () => {
    const { waybill } = stage
    const [one, other] = [await waybill.newTenant({ name: 'Harbour Traders' }), await waybill.newTenant({ name: 'Lagoon Market' })]
    const staff = await signedIn(waybill, 'warehouse')
    const etd = new Date(waybill.time.now() + HOUR_MS).toISOString()
    const [shared, foreign] = [await newShipment(staff, { etd }), await newShipment(staff, { etd })]
    const [mine, theirs] = [await storedPackages(one, 1), await storedPackages(other, 2)]
    await attachAll(staff, shared, [mine[0]!, theirs[0]!])
    await attachAll(staff, foreign, [theirs[1]!])
    const page = await stage.newPage({ as: 'support' })
    const inWarehouse = async (): Promise<string | null> => page.getByRole('link', { name: 'In warehouse' }).textContent()
    const leaving = (number: string) => page.getByRole('listitem').getByRole('link', { name: number })
    await page.goto('/console/?mode=test')
    await page.getByText(/\d{4}, all businesses/).waitFor()
    await leaving(foreign.number).waitFor()

    await page.getByRole('combobox', { name: 'Business' }).click()
    await page.getByRole('option', { name: /Harbour Traders/ }).click()
    await page.getByText(/\d{4}, Harbour Traders/).waitFor()
    await leaving(shared.number).waitFor()
    assert.equal(await leaving(foreign.number).count(), 0)
    assert.match((await inWarehouse())!, /^In warehouse1\D/)

    await page.goto(`/console/?mode=live&business=${one.business.id}`)
    await page.getByText('No shipment is due to leave.').waitFor()
    assert.match((await inWarehouse())!, /^In warehouse0\D/)
  })

  it('refreshes every minute, and says so when the server no longer answers', IN_SOAK, async () => {
    const page = await stage.newPage({ as: 'support', isSingleUse: true })
    page.faults.allow(/ERR_FAILED/)
    await page.clock.install()
    await page.goto('/console/?mode=test')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.getByText('updated every minute').waitFor()
    const askedAgain = page.waitForRequest(/\/ops\/v1\/overview/)
    await page.clock.fastForward('01:01')
    await askedAgain
    await page.route('**/ops/v1/overview*', (route) => route.abort())
    for (let tries = 0; tries < 5; tries++) await page.clock.fastForward('01:01')
    await page.getByText('Server not responding').waitFor()
  })

  it('does not offer demo data to support', async () => {
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/?mode=live')
    await page.getByRole('heading', { name: 'Welcome, Sample support' }).waitFor()
    assert.equal(await page.getByText('Want to look around first?').count(), 0)
  })

  it('shows a failure, and recovers', async () => {
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

  it('has one time zone per page, and names it: of the business, else of the operator, wherever the browser is', IN_SOAK, async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant({ name: 'Hudson Imports' })
    const admin = await signedIn(waybill, 'admin')
    const away = await admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { time_zone: 'America/New_York' })
    assert.equal(away.status, 200, away.text)
    const operator = await admin.call('PUT', '/ops/v1/operator', { name: 'Sample Freight', time_zone: 'Asia/Shanghai' })
    assert.equal(operator.status, 200, operator.text)
    const [parcel] = await storedPackages(tenant, 1)
    const etd = new Date(waybill.time.now() + HOUR_MS).toISOString()
    const shipment = await newShipment(admin, { etd })
    await attachAll(admin, shipment, [parcel!])
    const page = await stage.newPage({ as: 'warehouse' })
    const textIn = (timeZone: string, at: string): string =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
    const assertAllIn = async (zone: string): Promise<void> => {
      await page.getByText(`Times in ${zone}`).waitFor()
      assert.equal(await page.getByText('Times in').count(), 1)
      const times = await page.locator('main time').all()
      assert.ok(times.length > 0, 'no time on the page')
      for (const time of times) assert.equal(await time.textContent(), textIn(zone, (await time.getAttribute('datetime'))!))
    }
    const dateIn = (timeZone: string): string =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(waybill.time.now())
    await page.goto('/console/?mode=test')
    await page.getByText(`${dateIn('Asia/Shanghai')}, all businesses`).waitFor()
    await assertAllIn('Asia/Shanghai')
    await page.goto(`/console/?mode=test&business=${tenant.business.id}`)
    await page.getByText(`${dateIn('America/New_York')}, Hudson Imports`).waitFor()
    await assertAllIn('America/New_York')
    await page.goto(`/console/packages/${parcel!.parcel_id}?mode=test`)
    await page.getByRole('heading', { name: parcel!.parcel_number }).waitFor()
    await assertAllIn('America/New_York')

    // Times that staff type are in the time zone that the page shows.
    const other = await stage.newPage({ as: 'admin' })
    await other.goto(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await other.getByText('Times in Asia/Shanghai').waitFor()
    await other.getByRole('button', { name: 'Edit' }).click()
    await other.getByLabel('Arrives (ETA)').fill('2027-03-02T07:30')
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByText('2 Mar 2027, 07:30').first().waitFor()
    const { eta } = (await admin.call('GET', `/ops/v1/shipments/${shipment.shipment_id}`)).json
    assert.equal(eta, '2027-03-01T23:30:00.000Z')
  })
})
