// Every change adds an event with the object as the API shows it. Events are listed, and filtered by object and type.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { EventType } from '../../../src/domain/events/event.ts'
import { EVENT_TYPES } from '../../../src/domain/events/event.ts'
import { remindStorage } from '../../../src/flows/storage/remind-storage.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { failMessage } from '../../support/calls/message-calls.ts'
import { bookPackages, cancelPackage, findPackage, newCustomer, play, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, cancelQuote, getQuote, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { assertError, problemsIn } from '../../support/calls/refusals.ts'
import { makeWarehouseEvents } from '../../support/calls/warehouse-events.ts'
import { newEndpoint } from '../../support/calls/webhook-calls.ts'
import { readDocument } from '../../support/document/operations.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_SECONDS = 24 * 60 * 60

const list = async (tenant: Tenant, query = ''): Promise<Json[]> => {
  const answer = await tenant.get(`/v1/events${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

const last = async (tenant: Tenant): Promise<Json> => (await list(tenant))[0]

forOneEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  describe('an event', () => {
    it('holds a quote as the API shows it after each change', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, importOcean())
      const created = await last(tenant)
      assert.deepEqual(created, {
        event_id: created.event_id,
        type: 'quote.created',
        timestamp: quote.created_at,
        recorded_at: quote.created_at,
        object_id: quote.parcel_quote_id,
        data: quote,
      })
      assert.match(created.event_id, /^evt_[0-9a-z]{26}$/)
      const { json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id, { comment: 'no' })
      assert.partialDeepStrictEqual(await last(tenant), { type: 'quote.cancelled', data: cancelled })
      const booked = await bookedQuote(tenant, exportAir())
      const [event] = await list(tenant, '?type=quote.booked')
      assert.deepEqual(event.data, booked)
      assert.equal(event.data.parcel_details.parcels.length, 1)
      assert.ok(event.data.label_url.startsWith(waybill.url))
    })

    it('holds a package as the API shows it after each change, notices and storage fee included', async () => {
      const tenant = await waybill.newTenant()
      const [parcel, other] = await bookPackages(tenant, importAir({ packages: [{ weight: 2 }, { weight: 3 }] }))
      const id: string = parcel.parcel_id
      const assertShown = async (type: string) => {
        const event = await last(tenant)
        assert.equal(event.type, type)
        assert.deepEqual(event.data, await findPackage(tenant, id))
      }
      await sendNotice(tenant, id, { action: 'hold', body: 'Papers are missing' })
      await assertShown('package.held')
      await sendNotice(tenant, id, { action: 'release' })
      await assertShown('package.released')
      await play(tenant, id, 'receive', { weight: 2.2, length: 10, width: 20, height: 30 })
      await assertShown('package.received')
      await cancelPackage(tenant, other.parcel_id)
      assert.partialDeepStrictEqual(await last(tenant), { type: 'package.cancelled', object_id: other.parcel_id })
      const [finalised] = await list(tenant, '?type=quote.price_finalised')
      assert.deepEqual(finalised.data, await getQuote(tenant, parcel.parcel_quote_id))
      assert.deepEqual(
        finalised.data.parcel_details.parcels.map(({ status }: Json) => status),
        ['warehouse', 'cancelled'],
      )
      await play(tenant, id, 'depart')
      await assertShown('package.departed')
      await play(tenant, id, 'deliver')
      await assertShown('package.delivered')
      assert.deepEqual(
        (await list(tenant, `?object_id=${id}`)).map(({ type }) => type),
        ['delivered', 'departed', 'received', 'released', 'held', 'created'].map((what) => `package.${what}`),
      )
    })

    it('has the version of its object, by which deliveries are ordered', async () => {
      const tenant = await waybill.newTenant()
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive', { weight: 2 })
      const versionsOf = async (id: string) =>
        (await waybill.deps.db.query('select type, object_version from events where object_id = $1 order by object_version', [id])).map(
          ({ type, object_version }) => `${type} ${object_version}`,
        )
      assert.deepEqual(await versionsOf(parcel.parcel_id), ['package.created 1', 'package.received 2'])
      assert.deepEqual(await versionsOf(parcel.parcel_quote_id), ['quote.created 1', 'quote.booked 2', 'quote.price_finalised 3'])
    })

    it('does not change when its object changes later', async () => {
      const tenant = await waybill.newTenant()
      const [parcel] = await bookPackages(tenant, importAir())
      await sendNotice(tenant, parcel.parcel_id, { action: 'hold' })
      const held = await last(tenant)
      await sendNotice(tenant, parcel.parcel_id, { action: 'release' })
      await play(tenant, parcel.parcel_id, 'receive')
      assert.deepEqual((await tenant.get(`/v1/events/${held.event_id}`)).json, held)
      assert.deepEqual(
        held.data.notices.map(({ active }: Json) => active),
        [true],
      )
    })

    it('has the moved time of test data, and is listed in the order of recording', async () => {
      const tenant = await waybill.newTenant()
      await tenant.post('/v1/test_clock', { advance_seconds: 10 * DAY_SECONDS })
      await newCustomer(tenant)
      await tenant.post('/v1/test_clock', { reset: true })
      await newCustomer(tenant)
      const [second, first] = await list(tenant)
      assert.ok(first.timestamp > second.timestamp)
      assert.ok(first.recorded_at <= second.recorded_at)
      assert.equal(Date.parse(first.timestamp) - Date.parse(first.recorded_at), 10 * DAY_SECONDS * 1000)
    })

    it('in another business or mode is neither found nor listed', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await newCustomer(other)
      await newCustomer(tenant, {}, { key: tenant.liveKey })
      const theirs = await last(other)
      assert.deepEqual(await list(tenant), [])
      assert.deepEqual(await list(tenant, `?object_id=${theirs.object_id}`), [])
      for (const id of [theirs.event_id, 'evt_01kqn2x4t8e6nvd0t2d5c1yq7w', 'x']) {
        assertError(await tenant.get(`/v1/events/${id}`), 404, 'NOT_FOUND')
      }
    })

    it('is listed 25 per page, and the links lead through all of them once', async () => {
      const tenant = await waybill.newTenant()
      await bookPackages(tenant, importAir({ packages: Array.from({ length: 60 }, () => ({ weight: 1 })) }))
      const seen: string[] = []
      for (let url: string | undefined = '/v1/events?type=package.created'; url; ) {
        const answer = await tenant.get(url)
        assert.ok(answer.json.length <= 25)
        seen.push(...answer.json.map(({ event_id }: Json) => event_id))
        url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      assert.equal(seen.length, 60)
      assert.equal(new Set(seen).size, 60)
      assert.deepEqual(Object.keys(problemsIn(await tenant.get('/v1/events?type=quote.eaten&page=0'))).sort(), ['page', 'type'])
    })
  })

  describe('every type of event', () => {
    it('occurs in one story, and matches its schema in the API document', async () => {
      const document = await readDocument(waybill, '/openapi.json')
      const payloads = Object.values<Json>(document.webhooks).map(({ post }) => post.requestBody.content['application/json'])
      const described: string[] = payloads.flatMap(({ schema }) => schema.properties.type.enum)
      assert.deepEqual(described.sort(), Object.keys(EVENT_TYPES).sort())
      const ajv = new Ajv2020({ strict: false, formats: { text: true } })
      addFormats.default(ajv)
      ajv.addSchema(document, 'document')

      const tenant = await waybill.newTenant()
      const { webhook_endpoint_id } = await newEndpoint(tenant, 'https://shop.example/')
      await tenant.post(`/v1/webhook_endpoints/${webhook_endpoint_id}/test`)
      await makeWarehouseEvents(waybill, tenant)
      const { parcel_quote_id } = await newQuote(tenant, exportAir())
      await publishCard(waybill, tenant, 'export-air', (tariff) => ({ ...tariff, services: tariff.services.slice(1) }))
      await getQuote(tenant, parcel_quote_id)
      await cancelQuote(tenant, (await newQuote(tenant, importOcean())).parcel_quote_id)
      const [first, second] = await bookPackages(tenant, importAir({ packages: [{ weight: 2 }, { weight: 3 }] }))
      await cancelPackage(tenant, second.parcel_id)
      await sendNotice(tenant, first.parcel_id, { action: 'hold' })
      await sendNotice(tenant, first.parcel_id, { action: 'release' })
      await play(tenant, first.parcel_id, 'receive')
      await tenant.post('/v1/test_clock', { advance_seconds: 8 * DAY_SECONDS })
      await remindStorage(waybill.deps)
      await play(tenant, first.parcel_id, 'depart')
      await play(tenant, first.parcel_id, 'deliver')
      const desk = await atDesk(waybill)
      const { invoice_id } = await issueAll(desk, tenant.business.id)
      const { payment_id } = await failMessage(
        waybill,
        tenant,
        async () => (await tenant.post('/v1/test_helpers/payments', { invoice_id })).json,
      )
      await desk.done(`/payments/${payment_id}/reverse`, { reason: 'Bounced' })
      await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Sample' })

      const ofEveryType = await Promise.all(Object.keys(EVENT_TYPES).map((type) => list(tenant, `?type=${type}`)))
      const events = ofEveryType.flat()
      assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), Object.keys(EVENT_TYPES).sort())
      const fitsOf = (object: string) =>
        ajv.compile({ $ref: `document#/webhooks/${object}/post/requestBody/content/application~1json/schema` })
      for (const { type, timestamp, data } of events) {
        const { object } = EVENT_TYPES[type as EventType]
        const fits = fitsOf(object)
        assert.ok(fits({ type, timestamp, data }), `${type}: ${ajv.errorsText(fits.errors)}`)
        assert.ok(!fits({ type: 'other', timestamp, data }))
        assert.ok(document.webhooks[object].post.description.includes(`\`${type}\``), type)
      }
      for (const [object, { post }] of Object.entries<Json>(document.webhooks))
        for (const { value } of Object.values<Json>(post.requestBody.content['application/json'].examples))
          assert.ok(fitsOf(object)(value), object)
    })
  })
}, postgres)
