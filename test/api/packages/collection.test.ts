// An arrived package is made ready for collection. Its customer receives a code, and must present the code to get the package.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newCustomer, pickup, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { attachAll, moveShipment, newShipment, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { opsCaller, signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORNING = Date.parse('2027-03-01T09:00:00Z')
const MINUTE_MS = 60_000
const BASE_URL = 'https://waybill.example'
const PURPOSES = ['ready_for_collection']

describe('collection', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    let sms: ReturnType<typeof createProvider>
    let customer: Json
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())
    beforeEach(async () => {
      waybill.time.freeze(MORNING)
      staff = await signedIn(waybill, 'warehouse')
      tenant = await waybill.newTenant()
      sms = createProvider('sms')
      waybill.deps.channels = { sms: sms.channel }
      await configure({})
      const message_consents = [{ channel: 'sms', given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      const wanted = { first_name: 'Ada', mobile: '08031234567', message_consents, ...pickup }
      customer = await newCustomer(tenant, wanted, live(tenant))
    })

    const configure = async (more: object): Promise<void> => {
      const settings = { sender_name: null, customers: PURPOSES, contacts: [], channel: 'sms', language: 'en', ...more }
      const admin = await opsCaller(waybill, 'admin')
      const answer = await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      assert.equal(answer.status, 200, answer.text)
    }
    /** Creates a live shipment with `count` packages of the customer, and lets the shipment depart. */
    const departed = async (count: number): Promise<{ shipment: Json; parcels: Json[] }> => {
      const dock = await atDock(waybill)
      const parcels: Json[] = []
      for (let made = 0; made < count; made++) {
        const { ids, numbers } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
        await dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
        parcels.push({ parcel_id: ids[0], parcel_number: numbers[0] })
      }
      const shipment = await newShipment(staff, { mode: 'live' })
      await attachAll(staff, shipment, parcels)
      await moveShipment(staff, shipment, 'depart')
      return { shipment, parcels }
    }
    const arrived = async (count: number): Promise<{ shipment: Json; parcels: Json[] }> => {
      const made = await departed(count)
      await moveShipment(staff, made.shipment, 'arrive')
      return made
    }
    const act = (parcel: Json | undefined, step: string, body?: object): Promise<Answer> =>
      staff.call('POST', `/ops/v1/packages/${parcel!.parcel_id}/${step}`, body)
    const done = async (parcel: Json | undefined, step: string, body?: object): Promise<Json> => {
      const answer = await act(parcel, step, body)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    }
    const refused = async (parcel: Json | undefined, step: string, body: object | undefined, message: RegExp): Promise<void> => {
      const answer = await act(parcel, step, body)
      assert.equal(answer.status, 422, answer.text)
      assert.match(answer.text, message)
    }
    const shown = async (parcel: Json | undefined): Promise<Json> => (await staff.call('GET', `/ops/v1/packages/${parcel!.parcel_id}`)).json
    const collection = async (parcel: Json | undefined): Promise<Json> =>
      (await tenant.get(`/v1/packages/${parcel!.parcel_id}/collection`, live(tenant))).json
    const codeOf = async (parcel: Json | undefined): Promise<string> => (await collection(parcel)).collection_code
    const listed = async (): Promise<Json[]> => (await tenant.get('/v1/messages', live(tenant))).json
    const pass = async (ms: number): Promise<void> => {
      waybill.time.advance(ms)
      await sendDueMessages(waybill.deps, { baseUrl: BASE_URL })
    }
    const wrong = (code: string): string => code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10)

    it('tells the customer a code, which is asked for when the package is handed out', async () => {
      const { parcels, shipment } = await arrived(1)
      const [parcel] = parcels
      assert.deepEqual(await collection(parcel), {
        parcel_id: parcel!.parcel_id,
        parcel_number: parcel!.parcel_number,
        ready_for_collection_at: null,
        collection_code: null,
        handed_out_at: null,
      })
      const ready = await done(parcel, 'ready')
      assert.deepEqual([ready.status, ready.milestones.ready_for_collection_at], ['transit', new Date(MORNING).toISOString()])
      const code = await codeOf(parcel)
      assert.match(code, /^\d{6}$/)
      await done(parcel, 'ready')
      assert.equal(await codeOf(parcel), code, 'a package that is ready keeps its code')
      await pass(10 * MINUTE_MS)
      assert.equal(sms.got.length, 1)
      assert.ok(
        sms.got[0]!.text.includes(`parcel ${parcel!.parcel_number} is ready for collection. Your code is ${code}.`),
        sms.got[0]!.text,
      )
      assert.match((await listed())[0]!.text, /Your code is ••••••\./)

      await refused(parcel, 'deliver', undefined, /collection_code is required: ask for the code/)
      await refused(parcel, 'deliver', { collection_code: wrong(code) }, /collection_code is wrong; 4 tries are left/)
      assertRejected(await tryShipment(staff, shipment, 'deliver'), 'INVALID_TRANSITION')
      assert.equal((await shown(parcel)).status, 'transit')
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`
      const delivered = await done(parcel, 'deliver', { collection_code: typed })
      assert.equal(delivered.status, 'delivered')
      assert.deepEqual([delivered.handed_out.by, delivered.handed_out.with_code], [staff.staff.id, true])
      assert.equal(await codeOf(parcel), null)
      assert.ok((await collection(parcel)).handed_out_at)
      await assertAuditTrailValid(waybill)
    })

    it('refuses after five wrong codes, and hands out with a reason on record', async () => {
      const { parcels } = await arrived(1)
      const [parcel] = parcels
      await done(parcel, 'ready')
      const code = await codeOf(parcel)
      const tries = await Promise.all(Array.from({ length: 7 }, () => act(parcel, 'deliver', { collection_code: wrong(code) })))
      assert.deepEqual(tries.map(({ text }) => /(\d) tr|no try|too often/.exec(text)![0]).sort(), [
        '1 tr',
        '2 tr',
        '3 tr',
        '4 tr',
        'no try',
        'too often',
        'too often',
      ])
      await refused(parcel, 'deliver', { collection_code: code }, /was wrong too often/)
      const reason = 'The phone was stolen; passport seen'
      const { handed_out: out } = await done(parcel, 'deliver', { without_code_reason: reason })
      assert.deepEqual([out.with_code, out.reason], [false, reason])
      const { entries } = (await staff.call('GET', `/ops/v1/packages/${parcel!.parcel_id}/timeline`)).json
      assert.equal(entries.at(-1).reason, reason)
      await done(parcel, 'undo_delivery')
      assert.equal((await shown(parcel)).handed_out, null)
      await done(parcel, 'not_ready')
      await done(parcel, 'ready')
      assert.notEqual(await codeOf(parcel), code)
      await done(parcel, 'deliver', { collection_code: await codeOf(parcel) })
    })

    it('is for packages whose shipment has arrived, and that are not on hold', async () => {
      const { shipment, parcels } = await departed(2)
      const [parcel, other] = parcels
      await refused(parcel, 'ready', undefined, /which has not arrived yet/)
      await refused(parcel, 'not_ready', undefined, /is not waiting to be collected/)
      await refused(parcel, 'deliver', { collection_code: '123456' }, /collection_code must be left out/)
      assertRejected(await tryShipment(staff, shipment, 'ready' as never), 'INVALID_TRANSITION')
      await moveShipment(staff, shipment, 'arrive')
      await sendNotice(tenant, other!.parcel_id, { action: 'hold' }, live(tenant))
      assertRejected(await act(other, 'ready'), 'PACKAGE_ON_HOLD')
      const answer = await tryShipment(staff, shipment, 'ready' as never)
      const numbers = (of: Json[]): string[] => of.map(({ parcel_number }) => parcel_number)
      assert.deepEqual([numbers(answer.json.ready), numbers(answer.json.on_hold)], [[parcel!.parcel_number], [other!.parcel_number]])
      await sendNotice(tenant, other!.parcel_id, { action: 'release' }, live(tenant))
      assert.deepEqual((await moveShipment(staff, shipment, 'deliver')).to_collect, [parcel])
      assert.deepEqual([(await shown(parcel)).status, (await shown(other)).status], ['transit', 'delivered'])
    })

    it('ends with a hold, and when the arrival is undone: nothing is sent, and the code is void', async () => {
      const { shipment, parcels } = await arrived(2)
      const [parcel, other] = parcels
      for (const each of parcels) await done(each, 'ready')
      await sendNotice(tenant, parcel!.parcel_id, { action: 'hold' }, live(tenant))
      await moveShipment(staff, shipment, 'undo_arrival')
      for (const each of parcels) assert.equal((await shown(each)).milestones.ready_for_collection_at, null)
      assert.equal(await codeOf(other), null)
      await pass(10 * MINUTE_MS)
      assert.deepEqual(
        sms.got.filter(({ text }) => parcels.some(({ parcel_number }) => text.includes(parcel_number))),
        [],
      )
      assert.deepEqual(
        (await listed()).map(({ status }) => status),
        ['withdrawn', 'withdrawn'],
      )
    })

    it('comes with the arrival if the operator wants it; one message names up to ten packages, each with its code', async () => {
      await configure({ ready_on_arrival: true })
      const { parcels } = await arrived(12)
      await pass(10 * MINUTE_MS)
      assert.deepEqual(sms.got.map(({ text }) => [...text.matchAll(/\(\d{6}\)/g)].length).sort(), [10, 2])
      for (const parcel of parcels) {
        const named = `${parcel.parcel_number} (${await codeOf(parcel)})`
        assert.equal(sms.got.filter(({ text }) => text.includes(named)).length, 1, named)
      }
    })

    it('keeps the code out of events, the request log, audit records and what is stored with messages', async () => {
      const { parcels } = await arrived(1)
      const [parcel] = parcels
      await done(parcel, 'ready')
      const code = await codeOf(parcel)
      await pass(10 * MINUTE_MS)
      await refused(parcel, 'deliver', { collection_code: wrong(code) }, /is wrong/)
      await done(parcel, 'deliver', { collection_code: code })
      const { deps } = waybill
      for (const table of ['events', 'audit_records', 'messages', 'message_attempts', 'request_log', 'packages']) {
        const rows = await deps.db.query(`select * from ${table}`)
        const holding = rows.filter((row) => Object.values(row as object).some((value) => String(value).includes(code)))
        assert.deepEqual(holding, [], table)
      }
    })
  }, postgres)
})
