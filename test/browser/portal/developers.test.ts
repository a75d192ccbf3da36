// Developer pages of the portal: webhook endpoints, failed deliveries sent again, rotated secrets, and the request log.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { whenLogged } from '../../support/calls/request-log-calls.ts'
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
    // While the delivery is queued, it cannot be sent again. The page shows the outcome without a reload.
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

  it('get a new secret, and the old one also signs for a while', async () => {
    const { tenant, page } = await stage.person('developer')
    isBroken = false
    const { json: made } = await tenant.post('/v1/webhook_endpoints', { url: receiver.url, event_types: ['*'] })
    await page.open(`/developers/webhooks/${made.webhook_endpoint_id}`)
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByLabel('The old secret also signs for another').selectOption('1 hour')
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const shown = page.getByText(/^whsec_/)
    await shown.waitFor()
    const secret = (await shown.textContent())!
    assert.notEqual(secret, made.secret)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('The old secret also signs until').waitFor()
    const before = receiver.received.length
    await newCustomer(tenant)
    await deliverer.deliverAll()
    const taken = receiver.received.slice(before)
    assert.equal(taken.length, 1)
    for (const each of [secret, made.secret]) new Webhook(each).verify(taken[0]!.body, taken[0]!.headers as Record<string, string>)
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

describeInPortal('the request log', (stage) => {
  it('shows the requests of the business, with masked bodies', async () => {
    const { tenant, page } = await stage.person('developer')
    const { status, headers } = await tenant.post('/v1/parcel_quotes', { parcel: {} })
    assert.equal(status, 422)
    await whenLogged(() => tenant.get(`/v1/requests/${headers.get('x-request-id')}`))
    await page.open('/developers/requests?status=4xx')
    await page.getByRole('link', { name: 'POST /v1/parcel_quotes' }).click()
    await page.getByText('VALIDATION_FAILED').first().waitFor()
    await assertAccessible(page)
  })
})
