// /hooks/easypost accepts only signed tracking updates from the carrier. Each update is applied once, and updates can arrive in any order.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrackingUpdate } from '../../../src/carriers/carrier.ts'
import { signEasyPostBody } from '../../../src/carriers/easypost/webhook.ts'
import { settlePurchases } from '../../../src/flows/booking/settle-purchases.ts'
import { trackCarrier } from '../../../src/flows/booking/track-carrier.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as carrierEvents from '../../../src/store/booking/carrier-events.ts'
import { findPackage } from '../../support/calls/package-calls.ts'
import { atDock } from '../../support/calls/receiving-calls.ts'
import { assertError } from '../../support/calls/refusals.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { book, listenForHooks, ratedQuote, startCarrierWaybill, WEBHOOK_SECRET } from '../../support/server/carrier-waybill.ts'
import type { Answer, Tenant } from '../../support/server/waybill.ts'

/** How many times a condition is checked before the test fails. Far fewer checks are usually enough. */
const LOOKS_MAX = 1_000
const DAY_MS = 24 * 60 * 60 * 1000
const STEPS = ['booked', 'warehouse', 'transit', 'delivered']

describe('POST /hooks/easypost', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let hooks: { url: string; close(): Promise<void> }
    let tenant: Tenant
    let parcelId: string
    let trackingCode: string
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      hooks = await listenForHooks(waybill)
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(async () => {
      const { json } = await book(tenant, await ratedQuote(tenant))
      parcelId = json.parcel_details.parcels[0].parcel_id
      trackingCode = json.tracking_code
    })
    after(async () => {
      await hooks.close()
      await waybill.close()
    })

    /**
     * Makes the carrier scan the parcel and send a webhook, with the id of an earlier event if `eventId` is given. Returns the event's id.
     */
    const scan = async (status: string, eventId?: string): Promise<string> => {
      const told = await waybill.simulator.track({ trackingCode, status, ...(eventId ? { eventId } : {}) })
      assert.equal(told?.answeredStatus, 200)
      return told.eventId
    }
    const statusOf = async (): Promise<string> => (await findPackage(tenant, parcelId)).status
    const track = async (): Promise<any> => (await tenant.get(`/v1/packages/${parcelId}/track`)).json
    const completed = async (): Promise<string[]> =>
      (await track()).tracking_data.filter((step: any) => step.completed_on !== null).map((step: any) => step.status)
    const countEvents = async (type: string): Promise<number> => {
      const sql = 'select count(*) as count from events where type = $1 and object_id = $2'
      return (await waybill.deps.db.query<{ count: number }>(sql, [type, parcelId]))[0]!.count
    }

    const send = async (body: string, headers: Record<string, string>, url = hooks.url): Promise<Answer> => {
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
    }
    const event = (more: object = {}, tracker: object = {}): string =>
      JSON.stringify({
        id: `evt_${crypto.randomUUID()}`,
        object: 'Event',
        description: 'tracker.updated',
        result: { object: 'Tracker', tracking_code: trackingCode, status: 'in_transit', updated_at: new Date().toISOString(), ...tracker },
        ...more,
      })
    const signature = (body: string, secret = WEBHOOK_SECRET): Record<string, string> => ({
      'x-hmac-signature': signEasyPostBody(Buffer.from(body), secret),
    })

    it('an update before the purchase is settled is kept, and applied once it is', async () => {
      const rated = await ratedQuote(tenant)
      waybill.simulator.faults.order({ fault: 'error_after', on: 'buy' })
      assert.equal((await book(tenant, rated)).json.code, 'CARRIER_OUTCOME_PENDING')
      trackingCode = waybill.simulator.ledger().purchases.find(({ reference }) => reference === rated.id)!.trackingCode
      // The inner call sends `delivered`. The outer call repeats the event's id with `in_transit` and is ignored.
      await scan('in_transit', await scan('delivered'))
      for (let looks = 0; (await waybill.purchasesOf(rated.id))[0]?.state === 'open'; looks += 1) {
        assert.ok(looks < LOOKS_MAX, 'it is settled')
        await settlePurchases(waybill.deps)
        await sleep(20)
      }
      const { parcel_details } = (await tenant.get(`/v1/parcel_quotes/${rated.id}`)).json
      assert.equal(parcel_details.parcels[0].status, 'delivered')
    })

    /**
     * Books a quote so that the carrier sells the label but Waybill does not know the outcome yet. Returns the quote's id and a tracking
     * update for the label.
     */
    const unsettled = async (): Promise<{ quoteId: string; update: TrackingUpdate }> => {
      const rated = await ratedQuote(tenant)
      waybill.simulator.faults.order({ fault: 'error_after', on: 'buy' })
      assert.equal((await book(tenant, rated)).json.code, 'CARRIER_OUTCOME_PENDING')
      const { trackingCode: code } = waybill.simulator.ledger().purchases.find(({ reference }) => reference === rated.id)!
      return { quoteId: rated.id, update: { trackingCode: code, status: 'delivered', at: Date.now() } }
    }
    const assertDelivered = async (quoteId: string): Promise<void> => {
      const { status, parcel_details } = (await tenant.get(`/v1/parcel_quotes/${quoteId}`)).json
      assert.deepEqual([status, parcel_details.parcels[0].status], ['booked', 'delivered'])
    }

    it('an update is applied when the purchase is settled before it is processed', async () => {
      const { deps } = waybill
      const { quoteId, update } = await unsettled()
      let settling: Promise<unknown> | undefined
      const transaction: Db['transaction'] = async (by, fn) => {
        settling ??= settlePurchases(deps)
        await settling
        return deps.db.transaction(by, fn)
      }
      await trackCarrier({ ...deps, db: { ...deps.db, transaction } }, 'easypost', `evt_${quoteId}`, update)
      await assertDelivered(quoteId)
    })

    it('an update is applied when the purchase is settled while it is processed', { skip: engine.name === 'sqlite' }, async () => {
      const { quoteId, update } = await unsettled()
      const settling = conflictBefore(waybill.deps, 'update carrier_events', () => settlePurchases(waybill.deps))
      await trackCarrier(settling, 'easypost', `evt_${quoteId}`, update)
      await assertDelivered(quoteId)
    })

    it('an update kept by a server that did not see the booking is applied when it is sent again', async () => {
      const eventId = `evt_${parcelId}`
      await waybill.deps.db.transaction(SYSTEM, async (tx) => {
        await carrierEvents.recordOnce(tx, 'easypost', eventId, Date.now())
        await carrierEvents.storeUnmatched(tx, 'easypost', eventId, { trackingCode, status: 'delivered', at: Date.now() })
      })
      const body = event({ id: eventId }, { status: 'delivered' })
      for (const outcome of ['moved', 'repeated']) assert.deepEqual((await send(body, signature(body))).json, { outcome })
      assert.equal(await statusOf(), 'delivered')
    })

    it('moves the package to transit and to delivered, and completes their steps [tracking.tracking_data]', async () => {
      assert.deepEqual([await statusOf(), await completed()], ['booked', ['booked']])
      await scan('pre_transit')
      assert.equal(await statusOf(), 'booked')
      await scan('in_transit')
      assert.deepEqual([await statusOf(), await completed()], ['transit', ['booked', 'transit']])
      await scan('out_for_delivery')
      assert.equal(await statusOf(), 'transit')
      await scan('delivered')
      assert.deepEqual([await statusOf(), await completed()], ['delivered', ['booked', 'transit', 'delivered']])
      assert.deepEqual(
        (await track()).tracking_data.map((step: any) => step.status),
        STEPS,
      )
      assert.deepEqual([await countEvents('package.departed'), await countEvents('package.delivered')], [1, 1])
    })

    it('dates a step by the carrier’s scan, not by the arrival of the webhook', async () => {
      const body = event({}, { status: 'in_transit', updated_at: '2026-10-01T08:00:00Z' })
      assert.equal((await send(body, signature(body))).status, 200)
      assert.equal((await track()).tracking_data[2].completed_on, '2026-10-01T08:00:00.000Z')
    })

    it('accepts a delivery that arrives first, and no earlier step after it', async () => {
      await scan('delivered')
      assert.deepEqual([await statusOf(), await completed()], ['delivered', ['booked', 'delivered']])
      await scan('in_transit')
      assert.deepEqual([await statusOf(), await completed()], ['delivered', ['booked', 'delivered']])
      assert.deepEqual([await countEvents('package.departed'), await countEvents('package.delivered')], [0, 1])
    })

    it('applies each event once, however often it is sent', async () => {
      const eventId = await scan('in_transit')
      for (let again = 0; again < 3; again += 1) await scan('in_transit', eventId)
      assert.equal(await countEvents('package.departed'), 1)
      const body = event({ id: eventId }, { status: 'delivered' })
      assert.deepEqual((await send(body, signature(body))).json, { outcome: 'repeated' })
      assert.equal(await statusOf(), 'transit')
    })

    it('applies an event once when it is sent twice at the same time', async () => {
      const body = event()
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(body, signature(body))))
      assert.deepEqual(answers.map(({ json }) => json.outcome).toSorted(), ['moved', ...Array(9).fill('repeated')])
      assert.equal(await countEvents('package.departed'), 1)
    })

    it('applies concurrent events as if they had come one after the other', async () => {
      const bodies = ['in_transit', 'delivered', 'out_for_delivery', 'delivered'].map((status) => event({}, { status }))
      const answers = await Promise.all(bodies.map((body) => send(body, signature(body))))
      for (const { status } of answers) assert.equal(status, 200)
      assert.equal(await statusOf(), 'delivered')
      assert.equal(await countEvents('package.delivered'), 1)
    })

    it('acknowledges events that it has no use for, so that the carrier does not repeat them', async () => {
      const unused = [
        event({}, { tracking_code: 'no such code' }),
        event({}, { status: 'return_to_sender' }),
        event({}, { status: 'teleported' }),
        event({ result: { object: 'Batch', id: 'batch_1' } }),
        event({ id: undefined }),
        '{}',
        '[]',
        'not JSON',
      ]
      for (const body of unused) {
        const { status, json } = await send(body, signature(body))
        assert.equal(status, 200, body)
        assert.ok(['unknown', 'nothing'].includes(json.outcome), body)
      }
      assert.equal(await statusOf(), 'booked')
    })

    it('ignores packages of another carrier', async () => {
      const { rates, parcel_quote_id } = (await ratedQuote(tenant)).quote
      const house = rates.find((rate: any) => rate.breakdown.card !== undefined)
      const { json: booked } = await tenant.post(`/v1/packages/${parcel_quote_id}/create_shipment`, { rate_id: house.id })
      const body = event({}, { tracking_code: booked.tracking_code })
      assert.deepEqual((await send(body, signature(body))).json, { outcome: 'unknown' })
    })

    describe('refuses with 401, and changes nothing,', () => {
      const forgeries: [string, (body: string) => [body: string, headers: Record<string, string>]][] = [
        ['a body without a signature', (body) => [body, {}]],
        ['an empty signature', (body) => [body, { 'x-hmac-signature': '' }]],
        ['the signature of another secret', (body) => [body, signature(body, 'another secret')]],
        ['the signature of another body', (body) => [body, signature('{}')]],
        ['a body that was changed by one byte', (body) => [body.replace('in_transit', 'in_Transit'), signature(body)]],
        ['a body that was re-formatted', (body) => [JSON.stringify(JSON.parse(body), null, 2), signature(body)]],
        ['a signature without its scheme', (body) => [body, { 'x-hmac-signature': signature(body)['x-hmac-signature']!.split('=')[1]! }]],
        ['a signature cut short', (body) => [body, { 'x-hmac-signature': signature(body)['x-hmac-signature']!.slice(0, -2) }]],
        ['an empty body', () => ['', signature('{}')]],
      ]
      for (const [what, forge] of forgeries) {
        it(what, async () => {
          const [body, headers] = forge(event())
          assertError(await send(body, headers), 401, 'UNAUTHORIZED')
          assert.equal(await statusOf(), 'booked')
        })
      }
    })

    it('needs neither an API key nor a particular content type', async () => {
      const body = event()
      const { status } = await send(body, { ...signature(body), 'content-type': 'application/octet-stream' })
      assert.equal(status, 200)
      assert.equal(await statusOf(), 'transit')
    })

    it('ends the storage of a package at the warehouse, and charges it', async () => {
      const balance = async (): Promise<number> => Number((await tenant.get('/v1/balance')).json.balance)
      await (await atDock(waybill)).done('/receipts', { package_id: parcelId })
      const before = await balance()
      waybill.time.advance(20 * DAY_MS)
      const body = event({}, { updated_at: new Date(waybill.time.now()).toISOString() })
      assert.equal((await send(body, signature(body))).status, 200)
      const { amount_due: due } = (await findPackage(tenant, parcelId)).storage_fee
      assert.ok(due > 0)
      assert.equal((await balance()).toFixed(2), (before + due).toFixed(2))
    })

    it('is 404 when no secret is configured', async () => {
      const body = event()
      assertError(await send(body, signature(body), `${waybill.url}/hooks/easypost`), 404, 'NOT_FOUND')
      assertError(await send(body, signature(body, ''), `${waybill.url}/hooks/easypost`), 404, 'NOT_FOUND')
    })
  }, postgres)
})
