// A message is queued with its event, combined with other messages, and sent once. It can be withdrawn, stopped, and sent again on request.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { settleReport } from '../../../src/flows/messages/settle-report.ts'
import type { SendOutcome } from '../../../src/messages/channel.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Booking, Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const HOUR_MS = 3_600_000
const MORNING = Date.parse('2027-03-01T09:00:00Z')
const BASE_URL = 'https://waybill.example'
const SETTINGS = {
  sender_name: 'Sample Forwarders',
  customers: ['parcel_received', 'on_hold', 'released'],
  contacts: [],
  channel: 'email',
  language: 'en',
}

describe('a message', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let admin: OpsCaller
    let dock: Dock
    let tenant: Tenant
    let mail: ReturnType<typeof createProvider>
    let sms: ReturnType<typeof createProvider>
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())
    beforeEach(async () => {
      waybill.time.freeze(MORNING)
      admin = await opsCaller(waybill, 'admin')
      dock = await atDock(waybill)
      mail = createProvider('email')
      sms = createProvider('sms')
      waybill.deps.channels = { email: mail.channel, sms: sms.channel }
      tenant = await waybill.newTenant()
      await configure(SETTINGS)
    })

    const configure = async (settings: object): Promise<void> => {
      const answer = await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      assert.equal(answer.status, 200, answer.text)
    }
    const customerWith = (more: object): Promise<Json> =>
      newCustomer(tenant, { first_name: 'Ada', email: addressee(), mobile: '08031234567', ...pickup, ...more }, live(tenant))
    const addressee = (): string => `ada-${tenant.business.prefix.toLowerCase()}@example.com`
    const bookFor = (customer: Json): Promise<Booking> =>
      book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
    const receive = ({ ids }: Booking): Promise<Json> => dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
    const pass = async (ms: number): Promise<void> => {
      waybill.time.advance(ms)
      await sendDueMessages(waybill.deps, { baseUrl: BASE_URL })
    }
    const listed = async (query = ''): Promise<Json[]> => (await tenant.get(`/v1/messages${query}`, live(tenant))).json
    const states = async (): Promise<string[]> => (await listed()).map(({ status }) => status)

    it('about a parcel leaves an hour after its receipt, in the name of the sender, and is delivered when the provider says so', async () => {
      const customer = await customerWith({})
      const booking = await bookFor(customer)
      await receive(booking)
      await pass(HOUR_MS - 1)
      assert.deepEqual([mail.got.length, await states()], [0, ['queued']])
      await pass(1)
      const [sent] = mail.got
      assert.deepEqual(
        [sent!.to, sent!.subject, sent!.senderName],
        [addressee(), `We have received parcel ${booking.numbers[0]}`, 'Sample Forwarders'],
      )
      assert.match(
        sent!.text,
        /Dear Ada,\n\nParcel .* has arrived at our warehouse\.\n\nWeight: 2\.5 kg\nPrice of the booking, with tax: NGN [\d,]+\.\d\d\n/,
      )
      assert.match(sent!.html!, new RegExp(`href="${BASE_URL}/track/`))
      assert.equal(sent!.unsubscribeUrl, `${BASE_URL}/unsubscribe/${sent!.id}`)
      assert.ok(
        await settleReport(waybill.deps, 'sample-email', {
          providerId: `p-${sent!.id}`,
          status: 'delivered',
          reason: null,
          at: null,
          cost: null,
        }),
      )
      const [message] = await listed(`?parcel_id=${booking.ids[0]}&parcel_customer_id=${customer.parcel_customer_id}&status=delivered`)
      assert.deepEqual([message!.status, message!.cost, message!.parcel_customer_id], ['delivered', '4.00', customer.parcel_customer_id])
      const { json } = await tenant.get(`/v1/messages/${message!.message_id}`, live(tenant))
      assert.match(json.html, /Track your parcel/)
    })

    it('is one for six parcels, and for customers who share a number', async () => {
      await configure({ ...SETTINGS, channel: 'sms' })
      const message_consents = [{ channel: 'sms', given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      const first = await customerWith({ message_consents })
      const second = await customerWith({
        message_consents,
        mobile: '+234 803 123 4567',
        email: 'other@example.com',
        address_suffix: `${tenant.business.prefix}9`,
      })
      for (const customer of [first, first, first, second, second, first]) await receive(await bookFor(customer))
      await pass(HOUR_MS)
      assert.deepEqual([sms.got.length, sms.got[0]!.to], [1, '+2348031234567'])
      assert.match(sms.got[0]!.text, /^Sample Forwarders: 6 parcels have arrived at our warehouse: /)
      const all = await listed()
      assert.deepEqual(
        [all.map(({ status }) => status), all.filter(({ part_of_id: part }) => part === sms.got[0]!.id).length],
        [Array(6).fill('sent'), 5],
      )
    })

    it('about a receipt that was undone is withdrawn, and the others of its hour go out without it', async () => {
      const customer = await customerWith({})
      const [kept, undone] = [await bookFor(customer), await bookFor(customer)]
      await receive(kept)
      const { receipt } = await receive(undone)
      await dock.done(`/receipts/${receipt.receipt_id}/undo`, { reason: 'Wrong parcel' })
      await pass(HOUR_MS)
      assert.deepEqual(await states(), ['withdrawn', 'sent'])
      assert.match(mail.got[0]!.subject!, new RegExp(kept.numbers[0]!))
    })

    it('stops with the next one after STOP and after one click in an email; a GET of the link only asks', async () => {
      await receive(await bookFor(await customerWith({})))
      await pass(HOUR_MS)
      const path = new URL(mail.got[0]!.unsubscribeUrl!).pathname
      assert.match((await waybill.call('GET', path)).text, new RegExp(addressee()))
      const form = { rawBody: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const customer = (await tenant.get('/v1/parcel-customers', live(tenant))).json.data[0]
      await receive(await bookFor(customer))
      assert.equal((await waybill.call('POST', path, undefined, form)).status, 200)
      await pass(HOUR_MS)
      const [last] = await listed()
      assert.deepEqual([mail.got.length, last!.status], [1, 'suppressed'])
      assert.match(last!.reason, /no more messages/)
      await recordStop(waybill.deps, 'sms', '+2348031234567', 'STOP')
      assert.equal((await waybill.call('POST', '/unsubscribe/msg_01kqn2x4t8e6nvd0t2d5c1yq7w', undefined, form)).status, 404)
    })

    it('that a provider refuses for now is tried again, and fails with an event once it is no longer useful', async () => {
      await receive(await bookFor(await customerWith({})))
      const busy: SendOutcome = { kind: 'refused', reason: 'Try later.', isPermanent: false }
      mail.answers.push(...Array<SendOutcome>(50).fill(busy))
      await pass(HOUR_MS)
      assert.deepEqual([mail.got.length, await states()], [1, ['queued']])
      await pass(60_000)
      assert.equal(mail.got.length, 2)
      await pass(26 * HOUR_MS)
      const [message] = await listed()
      assert.deepEqual([message!.status, message!.reason], ['failed', 'Try later.'])
      const events: Json[] = (await tenant.get('/v1/events?type=message.failed', live(tenant))).json
      assert.deepEqual(
        events.map(({ data }) => data.message_id),
        [message!.message_id],
      )
    })

    it('is unknown if its server died while sending: it is never sent twice, and waits for a person', async () => {
      await receive(await bookFor(await customerWith({})))
      mail.answers.push('never')
      waybill.time.advance(HOUR_MS)
      void sendDueMessages(waybill.deps, { baseUrl: BASE_URL, leaseMs: 1_000 })
      for (let turn = 0; turn < 200 && mail.got.length === 0; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.deepEqual(await states(), ['sending'])
      await pass(1_001)
      assert.deepEqual([mail.got.length, await states()], [1, ['unknown']])
      const attention: Json[] = await admin.get(`/messages?needs_attention=true&business=${tenant.business.id}`)
      assert.deepEqual(
        attention.map(({ message_id: id }) => id),
        [mail.got[0]!.id],
      )
      const again = await tenant.post(`/v1/messages/${mail.got[0]!.id}/resend`, undefined, live(tenant))
      assert.equal(again.status, 201, again.text)
      assert.deepEqual(await admin.get(`/messages?needs_attention=true&business=${tenant.business.id}`), [])
      await pass(0)
      assert.deepEqual([mail.got.length, await states()], [2, ['sent', 'unknown']])
    })

    it('about a hold is withdrawn by the release; it goes to contacts too, in their language', async () => {
      await configure({
        ...SETTINGS,
        contacts: [{ name: 'Bureau', channel: 'email', address: 'desk@example.com', language: 'fr', purposes: ['on_hold'] }],
      })
      const { ids } = await bookFor(await customerWith({}))
      await tenant.post(`/v1/packages/${ids[0]}/notices`, { action: 'hold', body: 'Battery <inside>' }, live(tenant))
      await pass(10 * 60_000)
      const toContact = mail.got.find(({ to }) => to === 'desk@example.com')!
      assert.match(toContact.subject!, /est retenu$/)
      assert.match(toContact.html!, /Battery &lt;inside&gt;/)
      assert.equal(mail.got.length, 2)
    })

    it('is not queued while the operator has messages turned off', async () => {
      await configure({ ...SETTINGS, customers: [] })
      await receive(await bookFor(await customerWith({})))
      assert.deepEqual(await listed(), [])
    })

    it('in test mode never reaches a provider, and can be opened as it would have looked', async () => {
      const { parcel_customer_id: token } = await newCustomer(tenant, { email: 'test@example.com', ...pickup })
      const { ids } = await book(tenant, importAir({ parcel_customer_token: token }))
      await tenant.post(`/v1/test_helpers/packages/${ids[0]}/receive`)
      await tenant.post('/v1/test_clock', { advance_seconds: 3600 })
      await pass(0)
      const [message]: Json[] = (await tenant.get('/v1/messages')).json
      assert.deepEqual([message!.status, message!.mode, mail.got.length], ['sent', 'test', 0])
      assert.match((await tenant.get(`/v1/messages/${message!.message_id}`)).json.html, /has arrived at our warehouse/)
      assert.equal((await tenant.get(`/v1/messages/${message!.message_id}`, live(tenant))).status, 404)
    })

    it('invites a colleague by email, and keeps nothing of the link afterwards', async () => {
      const email = `colleague-${tenant.business.prefix.toLowerCase()}@example.com`
      const { link } = await admin.done('/staff_invitations', { email, role: 'support' })
      const [stored] = await waybill.deps.db.query<{ facts: string }>('select facts from messages where address = $1', [email])
      const token = link.split('#')[1]
      assert.ok(token.length > 20)
      await pass(0)
      const sent = mail.got.find(({ to }) => to === email)!
      assert.ok(sent.text.includes(`${BASE_URL}/console/invitation#${token}`))
      const [after] = await waybill.deps.db.query<{ facts: string; text: string }>('select facts, text from messages where address = $1', [
        email,
      ])
      assert.deepEqual([after!.facts.includes(token), after!.text?.includes(token) ?? false], [false, false])
      assert.ok(stored)
    })

    it('settings with a mistake are refused whole', async () => {
      const contact = { name: 'Desk', channel: 'email', address: 'desk@example.com\r\nBcc: x@example.com', language: 'en', purposes: [] }
      const path = `/ops/v1/businesses/${tenant.business.id}/message_settings`
      const refused = await admin.call('PUT', path, { ...SETTINGS, sender_name: 'A <b>', contacts: [contact] })
      assert.equal(refused.status, 422, refused.text)
      assert.deepEqual(refused.json.details.map(({ field }: Json) => field).sort(), ['contacts[0].address', 'sender_name'])
      assert.equal((await admin.get(`/businesses/${tenant.business.id}/message_settings`)).sender_name, 'Sample Forwarders')
    })

    it('preferences of a customer are kept, checked and cleared', async () => {
      const message_consents = [{ channel: 'whatsapp', given_at: '2027-02-01T09:00:00.000Z', how: 'counter' }]
      const customer = await customerWith({ message_channel: 'whatsapp', message_language: 'fr', message_consents })
      assert.deepEqual(
        [customer.message_channel, customer.message_language, customer.message_consents],
        ['whatsapp', 'fr', message_consents],
      )
      const change = (parcel_customer: object) =>
        waybill.call('PATCH', `/v1/parcel-customers/${customer.parcel_customer_id}`, { parcel_customer }, live(tenant))
      const twice = await change({ message_consents: [...message_consents, ...message_consents] })
      assert.equal(twice.status, 422, twice.text)
      const { data } = (await change({ message_channel: 'none', message_consents: null })).json
      assert.deepEqual([data.message_channel, data.message_language, data.message_consents], ['none', 'fr', []])
    })
  })
})
