// Test mode in the portal: the user moves the clock, acts as the warehouse and the bank, and rehearses failures.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bookPackage } from '../../support/calls/package-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('test mode', (stage) => {
  it('moves its clock forward, and back to real time', async () => {
    const { tenant, page } = await stage.person('developer')
    await page.open('/developers/test')
    await page.getByRole('button', { name: 'Move forward by 7 days' }).click()
    await page.getByText('7 d', { exact: true }).waitFor()
    assert.equal((await tenant.get('/v1/test_clock')).json.offset_seconds, 7 * 86_400)
    await assertAccessible(page)
    await page.getByLabel('Days').fill('soon')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid]').waitFor()
    await page.getByLabel('Days').fill('2')
    await page.keyboard.press('Enter')
    await page.getByText('9 d', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await page.getByText('Real time', { exact: true }).waitFor()
    assert.equal((await tenant.get('/v1/test_clock')).json.offset_seconds, 0)
    await page.getByText('rehearse:rate_limited').waitFor()
  })

  it('plays the warehouse: receives by weight, departs, delivers', async () => {
    const { tenant, page } = await stage.person('developer')
    await page.open('/developers/test')
    await page.getByText('No packages in test mode yet.').waitFor()
    const parcel = await bookPackage(tenant, importAir())
    await bookPackage(tenant, importAir())
    const statusOf = async () => (await tenant.get(`/v1/packages/${parcel.parcel_id}`)).json
    await page.open('/developers/test')
    await page.getByLabel('Search packages').fill(parcel.parcel_number)
    await page.getByRole('link', { name: parcel.parcel_number }).waitFor()
    await page.getByLabel('Measured weight (kg)').fill('heavy')
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.locator('[aria-invalid]').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Measured weight (kg)').fill('4.5')
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.getByText('The package is in the warehouse.').waitFor()
    const { status, actual_weight: weight } = await statusOf()
    assert.deepEqual([status, weight], ['warehouse', 4.5])
    await page.getByRole('button', { name: 'Depart' }).click()
    await page.getByRole('button', { name: 'Deliver' }).click()
    await page.getByText('The package is delivered.').waitFor()
    assert.equal((await statusOf()).status, 'delivered')
    await page.getByLabel('Search packages').fill('nothing has this number')
    await page.getByText('No package matches.').waitFor()
  })

  it('plays the forwarder and the bank: issues an invoice, and pays it', async () => {
    const { tenant, page } = await stage.person('accountant')
    await book(tenant, exportAir())
    await page.open('/billing')
    await page.getByRole('button', { name: 'Play the forwarder: issue an invoice' }).click()
    await page.getByText(/^Invoice .* is issued\.$/).waitFor()
    const [{ number }] = (await tenant.get('/v1/invoices')).json
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('button', { name: 'Play the bank: pay it' }).click()
    await page.getByText('The payment is recorded.').waitFor()
    const [paid] = (await tenant.get('/v1/invoices')).json
    assert.deepEqual([paid.status, paid.open], ['paid', '0.00'])
    await page.getByRole('button', { name: 'Play the bank: pay it' }).waitFor({ state: 'detached' })
  })

  it('is not played in live mode, which leads there', async () => {
    const { tenant, page } = await stage.person('owner')
    await page.goto(`/portal/${tenant.business.prefix}/live/developers/test`)
    await page.getByText('This page is for test mode.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Move forward/ }).count(), 0)
    await page.getByRole('main').getByRole('link', { name: 'Try in test mode' }).click()
    await page.getByRole('heading', { name: 'Clock' }).waitFor()
    await page.goto(`/portal/${tenant.business.prefix}/live/billing`)
    await page.getByText('Nothing is owed').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Play/ }).count(), 0)
  })
})
