// Staff change the texts of messages, every version is kept, and mistakes are found when a text is saved.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
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
const EMAIL = '/ops/v1/message_templates/parcel_received/email'
const SMS = '/ops/v1/message_templates/parcel_received/sms'
const WHATSAPP = '/ops/v1/message_templates/arrived/whatsapp'

describe('a template of messages', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let admin: OpsCaller
    let dock: Dock
    let tenant: Tenant
    let mail: ReturnType<typeof createProvider>
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      admin = await opsCaller(waybill, 'admin')
      dock = await atDock(waybill)
      mail = createProvider('email')
      waybill.deps.channels = { email: mail.channel }
      tenant = await waybill.newTenant()
      const settings = { sender_name: 'Sample Forwarders', customers: ['parcel_received'], contacts: [], channel: 'email', language: 'en' }
      await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
    })
    after(() => waybill.close())
    beforeEach(async () => {
      for (const path of [EMAIL, SMS]) assert.equal((await admin.call('POST', `${path}/use`, { version: 0 })).status, 200)
    })

    const read = async (path: string): Promise<Json> => (await admin.call('GET', path)).json
    const textsOf = async (path: string): Promise<Json> => structuredClone((await read(path)).texts)
    const savedSubject = async (subject: string): Promise<Json> => {
      const texts = await textsOf(EMAIL)
      texts.en.subject = subject
      const saved = await admin.call('PUT', EMAIL, { texts })
      assert.equal(saved.status, 200, saved.text)
      return saved.json
    }
    const receivedBy = async (first_name: string): Promise<{ subject: string; html: string; version: number }> => {
      const email = `${engine.name}-${mail.got.length}@example.com`
      const suffix = `${tenant.business.prefix}${mail.got.length + 1}`
      const customer = await newCustomer(tenant, { first_name, email, address_suffix: suffix, ...pickup }, live(tenant))
      const { ids } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
      await dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
      waybill.time.advance(HOUR_MS)
      await sendDueMessages(waybill.deps, { baseUrl: BASE_URL })
      const { id, subject, html } = mail.got.at(-1)!
      const { template_version: version } = await admin.get(`/messages/${id}`)
      return { subject: subject!, html: html!, version }
    }

    it('is part of Waybill at first, and lists its parts and variables', async () => {
      const all: Json[] = await admin.get('/message_templates')
      const [first] = all
      assert.deepEqual(
        [first!.purpose, first!.channel, first!.version, first!.is_built_in, first!.written_by],
        ['parcel_received', 'email', 0, true, null],
      )
      assert.equal(all.filter(({ channel }) => channel === 'sms').length, 14)
      const { parts, texts, built_in, versions } = await read(SMS)
      assert.deepEqual([texts, versions], [built_in, []])
      const [{ part, max_characters, variables }] = parts
      const weight = variables.find(({ name }: Json) => name === 'weight')
      assert.deepEqual([part, max_characters, weight], ['text', 600, { name: 'weight', is_optional: true, is_needed: false }])
      assert.equal((await admin.call('GET', '/ops/v1/message_templates/invitation/sms')).status, 404)
    })

    it('changes the next message, which names the version; HTML in a customer’s name stays text', async () => {
      const { version } = await savedSubject('Hello {{name}}: {{parcel_number}}')
      const message = await receivedBy('<b>Ada</b>')
      assert.match(message.subject, /^Hello <b>Ada<\/b>: /)
      assert.match(message.html, /Dear &lt;b&gt;Ada&lt;\/b&gt;,/)
      assert.equal(message.version, version)
    })

    it('keeps every version with its author, and goes back to one or to the text of Waybill', async () => {
      const { version: first } = await savedSubject('First')
      const { version: second, versions } = await savedSubject('Second')
      assert.deepEqual(
        versions.slice(0, 2).map(({ version, written_at, written_by }: Json) => [version, written_at !== null, written_by !== '']),
        [
          [second, true, true],
          [first, true, true],
        ],
      )
      await admin.call('POST', `${EMAIL}/use`, { version: first })
      assert.deepEqual([(await receivedBy('Ada')).subject, (await read(EMAIL)).version], ['First', first])
      await admin.call('POST', `${EMAIL}/use`, { version: 0 })
      const restored = await receivedBy('Ada')
      assert.deepEqual([restored.subject.startsWith('We have received parcel'), restored.version], [true, 0])
      assert.equal((await admin.call('POST', `${EMAIL}/use`, { version: 999 })).status, 404)
      const trail: Json[] = await admin.get('/audit?object_id=parcel_received.email')
      assert.ok(trail.length >= 4)
    })

    it('with a mistake is refused whole, and the answer names the place', async () => {
      const before = await read(SMS)
      const wrong = async (change: (texts: Json) => void): Promise<[number, string[]]> => {
        const texts = await textsOf(SMS)
        change(texts)
        const { status, json } = await admin.call('PUT', SMS, { texts })
        return [status, json.details?.map(({ field, message }: Json) => `${field} ${message}`) ?? []]
      }
      const CASES: [(texts: Json) => void, RegExp][] = [
        [(texts) => delete texts.zh, /texts(\.zh)? .*(required|zh)/],
        [(texts) => (texts.fr.text = 'Bonjour'), /^texts\.fr\.text must contain {{parcel_number}}$/],
        [(texts) => (texts.en.text += ' {{colour}}'), /^texts\.en\.text has no value for {{colour}}/],
        [(texts) => (texts.en.text += 'a'.repeat(600)), /^texts\.en\.text must have at most 600 characters$/],
        [(texts) => (texts.en.text += 'a'.repeat(4_001)), /^texts\.en\.text /],
        [(texts) => delete texts.en.several_text, /^texts\.en\.several_text is required$/],
      ]
      for (const [change, expected] of CASES) {
        const [status, problems] = await wrong(change)
        assert.equal(status, 422)
        assert.match(problems.join('\n'), expected)
      }
      assert.deepEqual(await read(SMS), before)
    })

    it('for WhatsApp is in use only once Meta has approved exactly its templates', async () => {
      const texts = await textsOf(WHATSAPP)
      texts.en.text = 'Good news from {{sender}}: parcel {{parcel_number}} is in your country. Details: {{link}} See you soon.'
      const saved = (await admin.call('PUT', WHATSAPP, { texts })).json
      const [newest] = saved.versions
      assert.deepEqual([saved.version, newest.whatsapp_templates.length], [0, 6])
      const [template] = newest.whatsapp_templates
      assert.match(template.name, /^arrived_[0-9a-f]{8}$/)
      assert.deepEqual([template.language, template.examples[1]], ['en', 'SMP-8ZKQ-4M7T'])
      const approved_templates = newest.whatsapp_templates.map(({ name }: Json) => name)
      const use = (names: string[]) => admin.call('POST', `${WHATSAPP}/use`, { version: newest.version, approved_templates: names })
      const early = await use(saved.built_in_whatsapp_templates.map(({ name }: Json) => name))
      assert.equal(early.status, 422)
      assert.match(early.text, new RegExp(`must contain ${template.name}`))
      assert.equal((await use(approved_templates)).json.version, newest.version)
      const refused = await admin.call('PUT', WHATSAPP, { texts: { ...texts, en: { ...texts.en, text: '{{parcel_number}} is here' } } })
      assert.deepEqual(refused.json.details[0].field, 'texts.en.text')
    })

    it('is previewed on a real parcel or on samples, with its SMS segments, and nothing is saved', async () => {
      const before = await read(SMS)
      const texts = await textsOf(SMS)
      texts.zh.text = '【{{sender}}】{{name}} {{parcel_number}} ₦'
      const customer = await newCustomer(
        tenant,
        { first_name: 'Ada <i>', email: 'preview@example.com', address_suffix: `${tenant.business.prefix}P`, ...pickup },
        live(tenant),
      )
      const { ids, numbers } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
      const preview = async (path: string, body: object): Promise<Json> => (await admin.call('POST', `${path}/preview`, body)).json
      const real = await preview(SMS, { texts, language: 'zh', package_id: ids[0] })
      assert.equal(real.one.text, `【Sample Forwarders】Ada <i> ${numbers[0]} ₦`)
      assert.deepEqual([real.one.sms.encoding, real.one.sms.segments, real.one.html], ['UCS-2', 1, null])
      const sample = await preview(SMS, { texts, language: 'en' })
      assert.match(sample.one.text, /SMP-8ZKQ-4M7T has arrived at our warehouse, 2\.5 kg, price NGN 129,000\.00/)
      assert.deepEqual([sample.one.sms.encoding, sample.several.text.includes('3 parcels')], ['GSM-7', true])
      const html = await preview(EMAIL, { texts: await textsOf(EMAIL), language: 'en', package_id: numbers[0] })
      assert.match(html.one.html, /Dear Ada &lt;i&gt;,/)
      assert.equal((await admin.call('POST', `${SMS}/preview`, { texts, language: 'en', package_id: 'nowhere' })).status, 404)
      texts.en.text = 'x'
      assert.equal((await admin.call('POST', `${SMS}/preview`, { texts, language: 'en' })).status, 422)
      assert.deepEqual(await read(SMS), before)
    })
  })
})
