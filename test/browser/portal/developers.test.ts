// A developer of a business adds a webhook endpoint, sees why a delivery failed, and sends it again; and moves the test clock.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor, deliveriesOf } from '../../support/calls/webhook-calls.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('webhooks', (stage) => {
  let deliverer: Deliverer
  let receiver: Receiver
  let isBroken = true
  before(async () => {
    deliverer = delivererFor(stage.waybill)
    receiver = await startReceiver(() => (isBroken ? { status: 500, body: 'out of order' } : {}))
  })
  after(async () => {
    await deliverer.close()
    await receiver.close()
  })

  it('are added, fail with a reason, and are sent again', async () => {
    const { tenant, page } = await stage.person('developer')
    await page.open('/developers/webhooks')
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByLabel('Address').fill('ftp://nowhere')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid]').waitFor()
    await page.getByLabel('Address').fill(receiver.url)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'I have stored it' }).click()

    await newCustomer(tenant)
    await deliverer.deliverAll()
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('cell', { name: 'Your server answered 500' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'customer.created' }).click()
    await page.getByText('out of order').waitFor()
    await assertAccessible(page)

    isBroken = false
    const before = receiver.received.length
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The delivery is queued again.').waitFor()
    // While it is queued, it cannot be sent again, and the page notices the attempt by itself.
    await page.getByText('It is sent in a moment').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0)
    await deliverer.deliverAll()
    assert.equal(receiver.received.length, before + 1)
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    const [{ status }] = await deliveriesOf(tenant)
    assert.equal(status, 'delivered')
    await page.getByRole('link', { name: 'See the event' }).click()
    await page.getByText('"address_suffix"').waitFor()
    await page.getByRole('cell', { name: 'Delivered' }).waitFor()
  })

  it('are tested, changed, disabled and deleted', async () => {
    const { tenant, page } = await stage.person('owner')
    await page.open('/developers/webhooks')
    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByLabel('Address').fill(`${receiver.url}/${'webhooks'.repeat(12)}`)
    await page.getByRole('radio', { name: 'Only these' }).check()
    await page.getByRole('checkbox', { name: 'All about packages' }).check()
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Send a test event' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390)
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('cell', { name: 'webhook_endpoint.test' }).waitFor()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Web shop')
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await page.getByText('Web shop').waitFor()
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    const [endpoint] = (await tenant.get('/v1/webhook_endpoints')).json
    assert.deepEqual([endpoint.event_types, endpoint.description, endpoint.status], [['package.*'], 'Web shop', 'disabled'])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhook endpoints yet').waitFor()
  })
})

describeInPortal('test mode', (stage) => {
  it('moves its clock forward, and back to real time', async () => {
    const { tenant, page } = await stage.person('developer')
    await page.open('/developers/test')
    await page.getByRole('button', { name: 'Move forward by 7 days' }).click()
    await page.getByText('7 d', { exact: true }).waitFor()
    assert.equal((await tenant.get('/v1/test_clock')).json.offset_seconds, 7 * 86_400)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await page.getByText('Real time', { exact: true }).waitFor()
    await page.getByText('rehearse:rate_limited').waitFor()
  })

  it('shows the requests of the business, with masked bodies', async () => {
    const { tenant, page } = await stage.person('developer')
    const { status } = await tenant.post('/v1/parcel_quotes', { parcel: {} })
    assert.equal(status, 422)
    await page.open('/developers/requests?status=4xx')
    await page.getByRole('link', { name: 'POST /v1/parcel_quotes' }).click()
    await page.getByText('VALIDATION_FAILED').first().waitFor()
    await assertAccessible(page)
  })
})
