// The overview of the portal: the first steps of a new business, and webhook endpoints that fail.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor } from '../../support/calls/webhook-calls.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('the overview', (stage) => {
  let deliverer: Deliverer
  let receiver: Receiver
  before(async () => {
    deliverer = delivererFor(stage.waybill)
    receiver = await startReceiver(() => ({ status: 500, body: 'out of order' }))
  })
  after(async () => {
    await deliverer.close()
    await receiver.close()
  })

  it('leads a new business to its first steps, of those that the role may do', async () => {
    const { page } = await stage.person('clerk')
    await page.open('')
    await page.getByText('Nothing needs your attention').waitFor()
    const steps = page.getByRole('navigation', { name: 'First steps' }).getByRole('link')
    assert.deepEqual(await steps.allTextContents(), ['Add a customer', 'Addresses for suppliers', 'Announce a parcel'])
    await assertAccessible(page)
    await steps.first().click()
    await page.getByRole('heading', { name: 'New customer' }).waitFor()
    await page.open('/no-such-page')
    await page.getByRole('link', { name: 'To the overview' }).click()
    await page.getByText('Nothing needs your attention').waitFor()
  })

  it('names a webhook endpoint as soon as it fails, long before its deliveries are given up', async () => {
    const { tenant, page } = await stage.person('developer')
    const { status } = await tenant.post('/v1/webhook_endpoints', { url: receiver.url, event_types: ['*'] })
    assert.equal(status, 201)
    await newCustomer(tenant)
    await deliverer.deliverAll()
    await page.open('')
    const failing = page.getByRole('region', { name: 'Failing webhooks' })
    await failing.waitFor()
    await assertAccessible(page)
    await failing.getByRole('link', { name: receiver.url }).click()
    await page.getByText('Failing', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'Your server answered 500' }).waitFor()
  })
})
