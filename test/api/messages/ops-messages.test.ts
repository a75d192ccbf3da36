// Staff find messages by filters and search, see the answers of providers, and decide about messages that need a human decision.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Booking } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORNING = Date.parse('2027-03-01T09:00:00Z')
const HOUR_MS = 3_600_000
const SETTINGS = { customers: ['parcel_received'], contacts: [], channel: 'email', language: 'en' }

describe('messages as staff see them', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let admin: OpsCaller
    let tenant: Tenant
    let booking: Booking
    const [mail, sms] = [createProvider('email'), createProvider('sms')]
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      waybill.deps.channels = { email: mail.channel, sms: sms.channel }
      admin = await opsCaller(waybill, 'admin')
      tenant = await waybill.newTenant()
      await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, SETTINGS)
      const dock = await atDock(waybill)
      const message_consents = [{ channel: 'sms', given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      for (const more of [
        { first_name: 'Élodie', email: 'elodie_1@example.com' },
        { first_name: 'Ada', mobile: '08031234567', message_channel: 'sms', message_consents },
      ]) {
        const { parcel_customer_id } = await newCustomer(tenant, { ...pickup, ...more }, live(tenant))
        booking = await book(tenant, importAir({ parcel_customer_token: parcel_customer_id }), live(tenant))
        await dock.done('/receipts', { package_id: booking.ids[0], weight: 2.5 })
      }
      mail.answers.push({ kind: 'refused', reason: 'Try later.', isPermanent: false })
      mail.answers.push({ kind: 'refused', reason: 'No such mailbox.', isPermanent: true })
      sms.answers.push({ kind: 'unknown', reason: 'No answer in 20 s.' })
      for (const ms of [HOUR_MS, 60_000]) {
        waybill.time.advance(ms)
        await sendDueMessages(waybill.deps, { baseUrl: 'https://waybill.example' })
      }
    })
    after(() => waybill.close())

    const found = async (query: string): Promise<string[]> =>
      (await admin.get(`/messages?business=${tenant.business.id}&${query}`)).map(({ name }: Json) => name.split(' ')[0])

    it('are found by state, channel, purpose, and part of a name, address or number', async () => {
      for (const [query, names] of [
        ['', ['Ada', 'Élodie']],
        ['status=failed', ['Élodie']],
        ['channel=sms', ['Ada']],
        ['purpose=parcel_received', ['Ada', 'Élodie']],
        ['purpose=arrived', []],
        ['q=ÉLODIE', ['Élodie']],
        ['q=elodie_1%40EXAMPLE', ['Élodie']],
        ['q=elodie.1', []],
        ['q=8031234', ['Ada']],
        [`q=${booking.numbers[0]!.slice(2)}`, ['Ada']],
        ['q=nobody', []],
      ] as const)
        assert.deepEqual(await found(query), names, query)
      assert.equal((await admin.call('GET', '/ops/v1/messages?purpose=greeting')).status, 422)
    })

    it('say what the provider answered each time', async () => {
      const [listed] = await admin.get('/messages?status=failed')
      const message = await admin.get(`/messages/${listed.message_id}`)
      assert.deepEqual(
        message.provider_answers.map(({ number, outcome, answer }: Json) => [number, outcome, answer]),
        [
          [1, 'refused', 'Try later.'],
          [2, 'refused', 'No such mailbox.'],
        ],
      )
      assert.deepEqual([message.provider, message.attempts], ['sample-email', 2])
    })

    it('go where staff say: they keep the channel, language and consents of a customer, and see a STOP until consent is given again', async () => {
      const dock = await atDock(waybill)
      const [{ parcel_customer_id: id }] = await admin.get(`/customers?business=${tenant.business.id}&q=ada`)
      const change = (body: object) => dock.call('PATCH', `/ops/v1/customers/${id}`, body)
      await recordStop(waybill.deps, 'sms', '+2348031234567', 'answer: STOP')
      const { message_stops: stops } = await admin.get(`/customers/${id}`)
      assert.partialDeepStrictEqual(stops, [{ channel: 'sms', how: 'answer: STOP', is_in_force: true }])
      const given_at = new Date(waybill.deps.clock() + 1_000).toISOString()
      const changed = await change({
        message_language: 'fr',
        message_consents: [{ channel: 'sms', given_at, how: 'by phone' }],
        clear: ['message_channel'],
      })
      assert.equal(changed.status, 200, changed.text)
      const after = await admin.get(`/customers/${id}`)
      assert.deepEqual(
        [after.message_channel, after.message_language, after.message_stops[0].is_in_force, after.message_consents[0].how],
        [null, 'fr', false, 'by phone'],
      )
      const consent = { channel: 'sms', given_at, how: 'by phone' }
      for (const mistake of ['x', [null], [{ ...consent, given_at: 'today' }], [{ ...consent, how: '' }], [{ channel: 'sms' }]]) {
        const refused = await change({ message_consents: mistake })
        assert.equal(refused.status, 422, refused.text)
      }
    })

    it('are taken off the list of decisions by people who handle parcels, with a reason', async () => {
      const [message] = await admin.get('/messages?needs_attention=true&channel=email')
      const path = `/messages/${message.message_id}/dismiss`
      assert.equal((await admin.post(path, {})).status, 422)
      assert.equal((await (await opsCaller(waybill, 'support')).post(path, { reason: 'Told by phone' })).status, 403)
      assert.equal((await admin.done(path, { reason: 'Told by phone' })).dismissed_reason, 'Told by phone')
      assert.deepEqual(await found('needs_attention=true'), ['Ada'])
      assert.equal((await admin.get(`/overview?business=${tenant.business.id}`)).undecided_messages, 1)
      const [unknown] = await admin.get('/messages?needs_attention=true&channel=sms')
      await admin.done(`/messages/${unknown.message_id}/resend`)
      assert.equal((await admin.get(`/messages/${unknown.message_id}`)).dismissed_reason, 'Sent again')
    })
  })
})
