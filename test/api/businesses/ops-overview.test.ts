// The overview of the staff console: each count is right, and live and test mode are counted separately.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as priceBooks from '../../../src/store/pricing/price-books.ts'
import { bookPackage, cancelPackage, play, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NOON = Date.UTC(2026, 10, 16, 11)
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

forOneEngine((engine) => {
  describe('the overview', () => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const overview = async (query = '?mode=test'): Promise<Json> => {
      const staff = await signedIn(waybill, 'support')
      const answer = await staff.call('GET', `/ops/v1/overview${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    }

    it('counts packages received today, in the warehouse, on hold and with storage fees', async () => {
      waybill.time.freeze(NOON - 5 * DAY_MS)
      const old = await bookPackage(tenant, importAir())
      await play(tenant, old.parcel_id, 'receive', { weight: 5 })
      waybill.time.freeze(NOON - 9 * DAY_MS)
      const charged = await bookPackage(tenant, importAir())
      await play(tenant, charged.parcel_id, 'receive', { weight: 5 })
      waybill.time.freeze(NOON)
      const fresh = await bookPackage(tenant, importAir())
      await play(tenant, fresh.parcel_id, 'receive', { weight: 5 })
      await sendNotice(tenant, fresh.parcel_id, { action: 'hold' })
      const gone = await bookPackage(tenant, importAir())
      await play(tenant, gone.parcel_id, 'receive', { weight: 5 })
      await play(tenant, gone.parcel_id, 'depart')
      const { date, arrived_today, in_warehouse, on_hold, storage_starting_soon, storage_charged } = await overview()
      assert.deepEqual(
        { date, arrived_today, in_warehouse, on_hold, storage_starting_soon, storage_charged },
        { date: '2026-11-16', arrived_today: 2, in_warehouse: 3, on_hold: 1, storage_starting_soon: 1, storage_charged: 1 },
      )
    })

    it('shows the quotes and bookings of thirty days, each on its day in Lagos', async () => {
      const other = await waybill.newTenant()
      // 22:30 UTC is 23:30 in Lagos. Half an hour later the next day begins there.
      waybill.time.freeze(Date.UTC(2026, 11, 20, 22, 30))
      await bookPackage(other, importAir())
      waybill.time.freeze(Date.UTC(2026, 11, 20, 23, 0))
      await newQuote(other, importAir())
      waybill.time.freeze(Date.UTC(2026, 11, 21, 11))
      const { per_day } = await overview()
      assert.equal(per_day.length, 30)
      assert.deepEqual(per_day.slice(-3), [
        { date: '2026-12-19', quotes: 0, bookings: 0 },
        { date: '2026-12-20', quotes: 1, bookings: 1 },
        { date: '2026-12-21', quotes: 1, bookings: 0 },
      ])
      assert.equal(per_day[0].date, '2026-11-22')
    })

    it('uses the time zone of the business, else of the operator, like the list of arrivals', async () => {
      // 00:30 on the 8th in Shanghai, and 11:30 on the 7th in New York, where daylight saving ended that night.
      waybill.time.freeze(Date.UTC(2027, 10, 7, 16, 30))
      const admin = await signedIn(waybill, 'admin')
      const abroad = await waybill.newTenant()
      const moved = await admin.call('PATCH', `/ops/v1/businesses/${abroad.business.id}`, { time_zone: 'Asia/Shanghai' })
      assert.equal(moved.status, 200, moved.text)
      await bookPackage(abroad, importAir())
      const parcel = await bookPackage(abroad, importAir())
      await play(abroad, parcel.parcel_id, 'receive', { weight: 5 })
      const own = await overview(`?mode=test&business=${abroad.business.id}`)
      assert.deepEqual([own.time_zone, own.date, own.arrived_today], ['Asia/Shanghai', '2027-11-08', 1])
      assert.deepEqual(own.per_day.at(-1), { date: '2027-11-08', quotes: 2, bookings: 2 })
      const arrived = async (query: string): Promise<number> =>
        (await admin.call('GET', `/ops/v1/packages?mode=test&arrived_from=${query}`)).json.length
      assert.equal(await arrived(`2027-11-08&business=${abroad.business.id}`), 1)
      assert.equal(await arrived('2027-11-08'), 0)

      assert.equal((await overview()).time_zone, 'Africa/Lagos')
      assert.deepEqual((await overview('?mode=test&time_zone=Asia/Tokyo')).date, '2027-11-08')
      assert.equal(await arrived('2027-11-08&time_zone=Asia/Tokyo'), 1)
      assert.equal((await admin.call('GET', '/ops/v1/overview?time_zone=Nowhere')).status, 422)
      const set = await admin.call('PUT', '/ops/v1/operator', { name: 'Sample Freight', time_zone: 'America/New_York' })
      assert.equal(set.status, 200, set.text)
      // 23:30 on the 6th in New York, which is still four hours behind UTC, because daylight saving has not ended yet.
      waybill.time.freeze(Date.UTC(2027, 10, 7, 3, 30))
      await newQuote(abroad, importAir())
      waybill.time.freeze(Date.UTC(2027, 10, 7, 16, 30))
      const all = await overview('?mode=test&time_zone=Asia/Tokyo')
      assert.deepEqual([all.time_zone, all.date, all.arrived_today], ['America/New_York', '2027-11-07', 1])
      assert.deepEqual(all.per_day.slice(-2), [
        { date: '2027-11-06', quotes: 1, bookings: 0 },
        { date: '2027-11-07', quotes: 2, bookings: 2 },
      ])
      assert.equal(all.per_day.length, 30)
      assert.equal(await arrived('2027-11-07'), 1)
    })

    it('sums the bookings of today and of thirty days exactly, without cancelled ones', async () => {
      waybill.time.freeze(Date.UTC(2028, 2, 20, 11))
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const staff = await signedIn(waybill, 'support')
      const sums = async (business: string): Promise<Json> =>
        (await staff.call('GET', `/ops/v1/overview/booked?mode=test&business=${business}&time_zone=Africa/Lagos`)).json
      const amounts: number[] = []
      const bookAt = async (at: number, weight: number): Promise<Json> => {
        waybill.time.freeze(at)
        const quote = await bookedQuote(one, importAir({ declared_weight: weight }))
        amounts.push(Math.round(Number(quote.selected_rate.rate) * 100))
        return quote
      }
      const now = Date.UTC(2028, 2, 20, 11)
      await bookAt(now - 31 * DAY_MS, 2)
      await bookAt(now - 20 * DAY_MS, 3.7)
      await bookAt(now, 4.1)
      const gone = await bookAt(now, 5.3)
      assert.equal((await cancelPackage(one, gone.parcel_details.parcels[0].parcel_id)).status, 200)
      const naira = (...kobo: number[]): string => (kobo.reduce((sum, each) => sum + each, 0) / 100).toFixed(2)
      const { today, last_30_days, currency, date } = await sums(one.business.id)
      assert.deepEqual([date, currency], ['2028-03-20', 'NGN'])
      assert.deepEqual(today, { bookings: 1, amount: naira(amounts[2]!) })
      assert.deepEqual(last_30_days, { bookings: 2, amount: naira(amounts[1]!, amounts[2]!) })
      assert.deepEqual((await sums(other.business.id)).last_30_days, { bookings: 0, amount: '0.00' })
      // For the same period, the overview and the list of booked quotes must show the same number of bookings.
      const booked = async (days: string): Promise<Json[]> =>
        (await staff.call('GET', `/ops/v1/quotes?mode=test&business=${one.business.id}&time_zone=Africa/Lagos&${days}`)).json
      const [ofToday, ofMonth] = [await booked(`booked_from=${date}`), await booked(`booked_from=2028-02-20&booked_to=${date}`)]
      assert.deepEqual([ofToday.length, ofMonth.length], [today.bookings, last_30_days.bookings])
      assert.ok(!ofMonth.some(({ parcel_quote_id: id }) => id === gone.parcel_quote_id))
      assert.equal((await booked('booked_to=2028-02-18')).length, 1)
      assert.equal((await staff.call('GET', '/ops/v1/quotes?booked_from=today')).status, 422)
      const live = await staff.call('GET', `/ops/v1/overview/booked?mode=live&business=${one.business.id}`)
      assert.equal(live.json.last_30_days.bookings, 0)
    })

    it('sums bookings exactly, even for unrealistic amounts', async () => {
      const one = await waybill.newTenant()
      const staff = await signedIn(waybill, 'support')
      await publishCard(waybill, one, 'import-air-china', (tariff) => ({ ...tariff, pricePerKg: '400.01' }))
      const packages = Array.from({ length: 100 }, () => ({ package_type: 'Carton', weight: 1_000_000 }))
      const quotes = [await bookedQuote(one, importAir({ packages })), await bookedQuote(one, importAir({ packages }))]
      const kobo = quotes.map(({ selected_rate }) => BigInt(selected_rate.rate.replace('.', ''))).reduce((sum, each) => sum + each, 0n)
      assert.ok(kobo > BigInt(Number.MAX_SAFE_INTEGER), `${kobo}`)
      for (const query of ['', `&business=${one.business.id}`]) {
        const { status, text, json } = await staff.call('GET', `/ops/v1/overview/booked?mode=test${query}`)
        assert.equal(status, 200, text)
        if (query) assert.deepEqual(json.today, { bookings: 2, amount: `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}` })
      }
    })

    it('ticks the set-up steps as they are done', async () => {
      const fresh = await startWaybill(engine)
      try {
        const admin = await signedIn(fresh, 'admin')
        const steps = async (mode = 'test'): Promise<Json> => (await admin.call('GET', `/ops/v1/overview?mode=${mode}`)).json.onboarding
        const done = async (mode?: string): Promise<string[]> =>
          Object.entries(await steps(mode)).flatMap(([step, is]) => (is ? [step] : []))
        const ok = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
          const { status, text } = await answer
          assert.ok(status < 300, text)
        }
        assert.deepEqual(await done(), [])
        const business = await fresh.newTenant()
        assert.deepEqual(await done(), ['first_key'])
        await ok(admin.call('PUT', '/ops/v1/warehouses/CN', { street: '88 Huangshi West Road', city: 'Guangzhou' }))
        await ok(admin.call('POST', `/ops/v1/businesses/${business.business.id}/terms`, { free_days: 9 }))
        await ok(admin.call('POST', '/ops/v1/staff_invitations', { email: 'colleague@example.com', role: 'support' }))
        assert.deepEqual(await done(), ['first_key', 'business_terms', 'warehouse_address', 'colleague_invited'])
        const parcel = await bookPackage(business, importAir())
        await play(business, parcel.parcel_id, 'receive', { weight: 5 })
        const { own_rate_card: hasCard, ...others } = await steps()
        assert.deepEqual([hasCard, Object.values(others).every(Boolean)], [false, true])
        const own = { ...SAMPLE_CARDS[0]!, version: 2, sample: false }
        await fresh.deps.db.transaction(SYSTEM, (tx) => priceBooks.publishCard(tx, byTest(fresh.deps), own, fresh.time.now()))
        assert.equal((await steps()).own_rate_card, true)
        assert.equal((await steps('live')).first_receipt, false)
      } finally {
        await fresh.close()
      }
    })

    it('lists open shipments that are about to leave or late', async () => {
      waybill.time.freeze(NOON)
      const insert = (id: string, etd: number, more: object = {}): Promise<unknown> => {
        const row = { id, mode: 'test', kind: 'consolidation', carrier: 'Sample Air', service: 'Air', etd, created_at: NOON, ...more }
        const names = Object.keys(row)
        return waybill.deps.db.execute(
          `insert into shipments (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
          Object.values(row),
        )
      }
      await insert('shp_soon', NOON + DAY_MS)
      await insert('shp_late', NOON - 3 * DAY_MS)
      await insert('shp_next_week', NOON + 7 * DAY_MS)
      await insert('shp_gone', NOON, { departed_at: NOON })
      const { leaving_soon } = await overview()
      assert.deepEqual(
        leaving_soon.map(({ shipment_id }: Json) => shipment_id),
        ['shp_late', 'shp_soon'],
      )
    })

    it('shows live mode by default, and is empty there', async () => {
      const { mode, in_warehouse, leaving_soon, per_day } = await overview('')
      assert.deepEqual([mode, in_warehouse, leaving_soon], ['live', 0, []])
      assert.ok(per_day.every(({ quotes }: Json) => quotes === 0))
    })

    it('counts open tasks exactly as the lists behind them', async () => {
      waybill.time.freeze(NOON)
      const staff = await signedIn(waybill, 'admin')
      const get = async (path: string): Promise<Json> => (await staff.call('GET', `/ops/v1${path}`)).json
      const [before, live] = [await overview(), await overview('?mode=live')]
      const etd = (hours: number) => ({ transport_mode: 'air', mode: 'test', etd: new Date(NOON + hours * HOUR_MS).toISOString() })
      for (const hours of [-1, -30, 2]) assert.equal((await staff.call('POST', '/ops/v1/shipments', etd(hours))).status, 201)
      assert.equal((await staff.call('POST', '/ops/v1/unidentified_parcels', { mode: 'test', pieces: 1 })).status, 201)
      const found = await overview()
      assert.deepEqual([found.late_shipments - before.late_shipments, found.unidentified - before.unidentified], [2, 1])
      assert.equal((await get('/shipments?mode=test&late=true')).length, found.late_shipments)
      assert.equal((await get('/unidentified_parcels?mode=test')).length, found.unidentified)
      assert.equal((await get('/packages?mode=test&unpriced=true')).length, found.unpriced)
      assert.equal((await get('/webhook_deliveries/failing?mode=test')).length, found.failing_deliveries)
      assert.equal((await get('/missed_charges?mode=test&state=open')).length, found.missed_charges)
      const after = await overview('?mode=live')
      for (const name of ['late_shipments', 'unidentified', 'unpriced', 'failing_deliveries', 'missed_charges'])
        assert.equal(after[name], live[name], name)
    })
  })
}, postgres)
