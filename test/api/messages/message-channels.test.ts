// Message channels: a test message shows staff the provider's answer unchanged. The messages of each month are counted with their costs.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { channelsFrom } from '../../../src/message-channels.ts'
import { settingsFor } from '../../../tools/message-simulator/settings.ts'
import type { MessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import { startMessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const HOUR_MS = 3_600_000
const MORNING = Date.parse('2027-03-31T09:00:00Z')
const NUMBER = '+2348031234567'

describe('channels of messages', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let simulator: MessageSimulator
    before(async () => {
      simulator = await startMessageSimulator()
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      const settings = { ...settingsFor(simulator.url).termii, ...settingsFor(simulator.url).whatsapp }
      waybill.deps.channels = await channelsFrom(readConfig(settings).channels)
    })
    after(async () => {
      await waybill.close()
      await simulator.close()
    })

    const test = async (channel: string, body: object): Promise<Answer> =>
      (await opsCaller(waybill, 'admin')).call('POST', `/ops/v1/message_channels/${channel}/test`, { language: 'en', ...body })

    it('send a test message on request, and show the provider’s answer without our secrets', async () => {
      const sent = (await test('sms', { to: '0803 123 4567' })).json
      const [accepted] = simulator.accepted.slice(-1)
      assert.deepEqual([sent.outcome, sent.provider, sent.to, accepted!.text], ['sent', 'termii', NUMBER, sent.text])
      assert.match(sent.answer, new RegExp(`^HTTP 200\\n\\{.*${accepted!.id}`))
      const zh = (await test('whatsapp', { to: NUMBER, language: 'zh' })).json
      assert.match(zh.answer, /^HTTP 200\n\{"messaging_product":"whatsapp"/)
      simulator.order('refused_inside')
      const refused = (await test('sms', { to: NUMBER })).json
      assert.deepEqual([refused.outcome, refused.provider_id], ['refused', null])
      assert.ok(refused.answer.includes(refused.reason.replace('Termii: ', '')), refused.answer)
      assert.deepEqual((await waybill.deps.db.query('select id from messages')).length, 0)
    })

    it('send none in test mode, none without settings, none to a wrong or unwilling address, and five a minute', async () => {
      const before = simulator.requests()
      const CASES: [string, object, number, RegExp][] = [
        ['sms', { to: NUMBER, mode: 'test' }, 422, /never leave Waybill/],
        ['email', { to: 'ada@example.com' }, 422, /not set up/],
        ['sms', { to: '12345' }, 422, /must be a phone number/],
        ['pigeon', { to: NUMBER }, 422, /channel/],
      ]
      for (const [channel, body, status, expected] of CASES) {
        const answer = await test(channel, body)
        assert.equal(answer.status, status, answer.text)
        assert.match(answer.text, expected)
      }
      await recordStop(waybill.deps, 'sms', '+2348031234568', 'STOP')
      assert.match((await test('sms', { to: '+2348031234568' })).text, /asked for no more messages/)
      assert.equal(simulator.requests(), before)
      const one = await opsCaller(waybill, 'admin')
      const tries = Array.from({ length: 6 }, () => one.call('POST', '/ops/v1/message_channels/sms/test', { to: NUMBER, language: 'en' }))
      // The server handles the six requests in any order, so the refused one may be any of them.
      assert.deepEqual((await Promise.all(tries)).map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 429])
    })

    it('are counted per month in the operator’s time zone; a message for several parcels counts and costs once', async () => {
      const admin = await opsCaller(waybill, 'admin')
      const dock: Dock = await atDock(waybill)
      const tenant = await waybill.newTenant()
      const sms = createProvider('sms')
      waybill.deps.channels = { sms: sms.channel }
      sms.answers.push({ kind: 'sent', providerId: 'p1', cost: { amount: '4.10', currency: 'NGN' } })
      const settings = { customers: ['parcel_received'], contacts: [], channel: 'sms', language: 'en' }
      await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      const message_consents = [{ channel: 'sms', given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      const customer = await newCustomer(tenant, { first_name: 'Ada', mobile: '08031234569', message_consents, ...pickup }, live(tenant))
      const receive = async (): Promise<void> => {
        const { ids } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
        await dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
      }
      const send = async (): Promise<void> => {
        waybill.time.advance(HOUR_MS)
        await sendDueMessages(waybill.deps, { baseUrl: 'https://waybill.example' })
      }
      await receive()
      await receive()
      await send()
      sms.answers.push({ kind: 'sent', providerId: 'p2', cost: { amount: '4.05', currency: 'NGN' } })
      await receive()
      await send()
      sms.answers.push({ kind: 'sent', providerId: 'p3', cost: null })
      await receive()
      await send()
      const counts = async (query: string): Promise<Json> =>
        (await opsCaller(waybill, 'admin')).get(`/message_counts?business=${tenant.business.prefix}${query}`)
      const march = await counts('&month=2027-03')
      assert.deepEqual(march.counts, [
        {
          business_id: tenant.business.id,
          channel: 'sms',
          purpose: 'parcel_received',
          status: 'sent',
          count: 3,
          without_cost: 1,
          costs: [{ currency: 'NGN', amount: '8.15' }],
        },
      ])
      assert.deepEqual(
        [(await counts('')).month, (await counts('&month=2027-04')).counts, (await counts('&mode=test')).counts],
        ['2027-03', [], []],
      )
      assert.equal((await (await opsCaller(waybill, 'admin')).call('GET', '/ops/v1/message_counts?month=2027-13')).status, 422)
    })
  }, postgres)
})
