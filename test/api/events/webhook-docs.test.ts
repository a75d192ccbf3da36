// docs/guides/webhooks.md: its code verifies real deliveries, and its examples are true.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { EVENT_TYPES } from '../../../src/domain/events/event.ts'
import { bookPackage, newCustomer, play } from '../../support/calls/package-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { blocksOf, differences } from '../../support/document/guide-blocks.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type Verify = (secret: string, headers: Record<string, unknown>, body: string) => boolean

const LINES_MAX = 10

describe('docs/guides/webhooks.md', () => {
  let text: string
  let waybill: Waybill
  let deliverer: Deliverer
  let receiver: Receiver
  before(async () => {
    text = await readFile(join(import.meta.dirname, '../../../docs/guides/webhooks.md'), 'utf8')
    waybill = await startWaybill(sqlite)
    deliverer = delivererFor(waybill)
    receiver = await startReceiver()
  })
  after(async () => {
    await deliverer.close()
    await Promise.all([receiver.close(), waybill.close()])
  })

  it(`verifies a delivery in ${LINES_MAX} lines that need only node:crypto`, async () => {
    const code = /```js\n([\s\S]*?)```/.exec(text)![1]!
    assert.ok(code.split('\n').filter((line) => line.trim() !== '').length <= LINES_MAX)
    assert.deepEqual(
      [...code.matchAll(/from '([^']+)'/g)].map(([, name]) => name),
      ['node:crypto'],
    )
    const { verify }: { verify: Verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`)

    const tenant = await waybill.newTenant()
    const { webhook_endpoint_id: id, secret: old } = await newEndpoint(tenant, receiver.url)
    const { secret } = (await tenant.post(`/v1/webhook_endpoints/${id}/rotate_secret`)).json
    await newCustomer(tenant, { first_name: 'Ọjà Èkó', origin_address: '1', origin_city: 'L', origin_state: 'L', origin_country: 'NG' })
    await deliverer.deliverAll()
    const { headers, body } = receiver.received[0]!
    for (const each of [secret, old]) assert.equal(verify(each, headers, body), true)
    const forged: [string, string, Record<string, unknown>, string][] = [
      ['another secret', `whsec_${Buffer.alloc(32, 7).toString('base64')}`, headers, body],
      ['another body', secret, headers, body.replace('customer', 'costumer')],
      ['another id', secret, { ...headers, 'webhook-id': 'evt_1' }, body],
      ['another time', secret, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body],
      ['an invalid time', secret, { ...headers, 'webhook-timestamp': 'now' }, body],
      ['an old time', secret, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }, body],
      ['no signature', secret, { ...headers, 'webhook-signature': '' }, body],
      ['another version', secret, { ...headers, 'webhook-signature': String(headers['webhook-signature']).replaceAll('v1,', 'v2,') }, body],
    ]
    for (const [what, by, given, sent] of forged) assert.equal(verify(by, given, sent), false, what)
  })

  it('names every type of event', () => {
    for (const type of Object.keys(EVENT_TYPES)) assert.ok(text.includes(`\`${type}\``), type)
  })

  it('shows a webhook as it really arrives', async () => {
    const shown = blocksOf(text).find(({ language, code }) => language === 'json' && code.includes('"package.received"'))!
    const tenant = await waybill.newTenant()
    const { parcel_id } = await bookPackage(tenant, importAir())
    await newEndpoint(tenant, receiver.url)
    await play(tenant, parcel_id, 'receive')
    await deliverer.deliverAll()
    const arrived = receiver.received.find(({ json }) => json.type === 'package.received' && json.data.parcel_id === parcel_id)!
    assert.deepEqual(differences(JSON.parse(shown.code), arrived.json), [])
  })
})
