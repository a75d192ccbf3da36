// A business in a real browser: new terms, webhook endpoints, and replayed deliveries.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { delivererFor } from '../support/calls/webhook-calls.ts'
import { importAir } from '../support/samples/requests.ts'
import { startReceiver } from '../support/server/receiver.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

describeInBrowser('a business', (stage) => {
  it('gets new terms, which apply to its next quote', async () => {
    const tenant = await stage.waybill.newTenant()
    const quote = async (): Promise<number> => (await tenant.post('/v1/parcel_quotes', { parcel: importAir() })).json.estimated_price
    const before = await quote()
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}?mode=test`)
    await page.getByRole('button', { name: 'Change terms' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Markup').fill('lots')
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Markup').fill('10')
    await dialog.getByLabel('Free storage').fill('12')
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await page.getByRole('row', { name: /10 % 12 days .* In force/ }).waitFor()
    await page.getByRole('row', { name: /0 % 7 days/ }).waitFor()
    assert.equal(await quote(), Math.round(before * 110) / 100)
    await assertAccessible(page)
  })

  it('gets an endpoint, whose failed delivery is inspected and replayed until it arrives', async (t) => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    let isUp = false
    const receiver = await startReceiver(() => (isUp ? {} : { status: 503, body: 'Closed for stocktaking' }))
    const deliverer = delivererFor(waybill, { schedule: [] })
    t.after(() => Promise.all([deliverer.close(), receiver.close()]))
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}?mode=test`)
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByRole('dialog').getByLabel('Address').fill(receiver.url)
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
    assert.match((await page.getByTestId('secret').textContent())!, /^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByText('No deliveries').waitFor()
    await tenant.post('/v1/parcel_quotes', { parcel: importAir() })
    await deliverer.deliverAll()
    // The delivery appears without a reload.
    await page.getByRole('row', { name: 'quote.created Failed' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'quote.created' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Closed for stocktaking').waitFor()
    await drawer.getByTestId('payload').getByText('"type": "quote.created"').waitFor()
    await assertAccessible(page)

    isUp = true
    await drawer.getByRole('button', { name: 'Replay' }).click()
    await drawer.getByText('Pending', { exact: true }).waitFor()
    await deliverer.deliverAll()
    assert.equal(receiver.received.at(-1)!.headers['webhook-id'], receiver.received[0]!.headers['webhook-id'])
    await drawer.getByText('Answered 200').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('row', { name: 'quote.created Delivered' }).waitFor()

    isUp = false
    for (let n = 0; n < 3; n++) await tenant.post('/v1/parcel_quotes', { parcel: importAir() })
    await deliverer.deliverAll()
    isUp = true
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByRole('row', { name: 'quote.created Failed' }).nth(2).waitFor()
    await page.getByRole('button', { name: 'Replay all failed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('3 queued for redelivery.').waitFor()
    await page.getByText('Nothing matches the filters.').waitFor()
    await deliverer.deliverAll()
    const { length } = new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).keys().toArray()
    assert.equal(length, 4)

    // A failed delivery that waits for its next retry can be replayed at once.
    isUp = false
    const patient = delivererFor(waybill)
    await tenant.post('/v1/parcel_quotes', { parcel: importAir() })
    await patient.deliverAll()
    await page.goto(`/console/businesses/${tenant.business.id}/deliveries?mode=test`)
    await page.getByRole('row', { name: 'quote.created Failed 1×, retrying' }).waitFor()
    // One page shows the failed deliveries of all businesses. Staff can send the deliveries again from this page.
    await page.visit('/console/deliveries?mode=test')
    await page.getByRole('heading', { name: 'Failing webhooks', level: 1 }).waitFor()
    await assertAccessible(page)
    const gathered = page.getByRole('list', { name: 'By endpoint' }).getByRole('listitem').filter({ hasText: receiver.url })
    await gathered.getByText('0 given up, 1 retrying').waitFor()
    await gathered.getByText('Answered 503').waitFor()
    await gathered.getByRole('button', { name: 'Show only these' }).click()
    await page.getByRole('button', { name: 'Show all endpoints' }).waitFor()
    await page.getByRole('row', { name: 'quote.created Failed 1×, retrying Answered 503' }).waitFor()
    await page.getByRole('button', { name: 'Show all endpoints' }).click()
    await page.getByRole('button', { name: 'quote.created' }).click()
    await page.getByRole('dialog').getByText(receiver.url).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: 'quote.created Failed 1×, retrying' }).getByRole('button', { name: 'Replay' }).click()
    await page.getByText('Queued for redelivery.').waitFor()
    await assertAccessible(page)
    await patient.close()
  })

  it('has its endpoint tested, changed, given a new secret, disabled, enabled and deleted', async (t) => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const receiver = await startReceiver()
    const deliverer = delivererFor(waybill)
    t.after(() => Promise.all([deliverer.close(), receiver.close()]))
    const made = await tenant.post('/v1/webhook_endpoints', { url: receiver.url })
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}?mode=test`)
    const act = async (name: string) => {
      // Uses the keyboard, because a notification may cover the button.
      await page.getByRole('button', { name: `More actions for ${receiver.url}` }).press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
    }
    await act('Send a test event')
    await page.getByText('A test event is on its way.').waitFor()
    await deliverer.deliverAll()
    assert.equal(receiver.received[0]!.json.type, 'webhook_endpoint.test')

    await act('Edit')
    await page.getByRole('dialog').getByLabel('Description').fill('The shop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The shop').waitFor()

    await act('Rotate secret')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    assert.notEqual(await page.getByTestId('secret').textContent(), made.json.secret)
    await page.getByRole('button', { name: 'Done' }).click()

    await act('Disable')
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    await act('Enable')
    await page.getByText('Enabled', { exact: true }).waitFor()
    await act('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No endpoint yet').waitFor()
  })

  it('is read-only for support, also on a narrow screen', async () => {
    const tenant = await stage.waybill.newTenant()
    await tenant.post('/v1/webhook_endpoints', { url: 'http://localhost:9/hooks' })
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    await page.visit(`/console/businesses/${tenant.business.id}?mode=test`)
    await page.getByRole('link', { name: 'http://localhost:9/hooks' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Edit|Issue|Agree|Add|More|Revoke/ }).count(), 0)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
    await page.getByRole('link', { name: 'http://localhost:9/hooks' }).click()
    await page.getByText('Nothing matches the filters.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Replay' }).count(), 0)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  })
})
