// The overview of the portal: the first steps of a new business, and webhook endpoints that fail.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { storedPackages } from '../../support/calls/shipment-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor } from '../../support/calls/webhook-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

const DAY_MS = 86_400_000

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

  it('says once that the server fails, and tries everything again', async () => {
    const { page } = await stage.person('owner')
    page.faults.allow(/status of 500/)
    const lists = /\/v1\/(?:packages|invoices|inbound_parcels|webhook_|parcel_quotes)/
    await page.route(lists, (route) => route.fulfill({ status: 500, json: { error: 'The server is busy.', code: 'INTERNAL' } }))
    await page.open('')
    const failed = page.getByRole('region', { name: 'Needs your attention' })
    await failed.getByText('The server is busy.').waitFor()
    assert.equal(await page.getByText('The server is busy.').count(), 2, 'once above the newest packages, and once there')
    await assertAccessible(page)
    await page.unroute(lists)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nothing needs your attention').waitFor()
  })

  it('leads to pages that say when there is no connection, and load when it is back', IN_SOAK, async () => {
    // Uses a new page, because a reused page may already have loaded the code of the packages page.
    const { page } = await stage.person('clerk', { isSingleUse: true })
    page.faults.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module/)
    const again = page.getByRole('button', { name: 'Try again' })
    await page.open('')
    await page.getByText('Nothing needs your attention').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Packages', exact: true }).click()
    await page.getByText('A part of the portal could not be loaded.').waitFor()
    await again.click()
    await page.context().setOffline(false)
    await again.click()
    await page.getByText('No packages yet').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Status').selectOption('In transit')
    await page.getByText('No connection').waitFor()
    await assertAccessible(page)
    await page.context().setOffline(false)
    await again.click()
    await page.getByText('Nothing matches').waitFor()
  })

  it('names packages whose free days end within three days, the first at the top, and no others', async () => {
    const { tenant, page } = await stage.person('clerk')
    const { time } = stage.waybill
    const received: string[] = []
    // Seven days are free, so the free days of the three packages end soon, have ended, or have just begun. The last package is not listed.
    for (const days of [5, 10, 0]) {
      time.advance(-days * DAY_MS)
      const [parcel] = await storedPackages(tenant, 1).finally(() => time.advance(days * DAY_MS))
      received.push(parcel!.parcel_number)
    }
    const [soon, ended] = received
    await page.open('')
    const storage = page.getByRole('region', { name: 'Storage fees due soon' })
    await storage.waitFor()
    const listed = await storage.getByRole('link', { name: /^P/ }).allTextContents()
    assert.deepEqual(
      listed.map((shown) => [ended, soon].find((number) => shown.includes(number!)) ?? shown),
      [ended, soon],
    )
    assert.match(listed[0]!, /storage runs/)
    assert.doesNotMatch(listed[0]!, /free until/)
    assert.match(listed[1]!, /free until/)
    await assertAccessible(page)
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
