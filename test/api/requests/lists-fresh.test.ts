// The cache of list pages: a change made on any server shows on the next read.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { signedInPerson } from '../../support/calls/member-calls.ts'
import { bookPackage, cancelPackage, newCustomer, pickup, play, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, cancelQuote, createShipment, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { alterPackage, attachAll, newShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { Engine, FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_SECONDS = 24 * 60 * 60
/** How often each page is read. Later reads are answered from the caches. */
const READS = 3

/** An engine for a second server on the same store, with connections of its own. */
const onSameStore = ({ url, dataDir }: FreshDb, engine: Engine): Engine => ({
  ...engine,
  freshDb: async () => {
    const db = await openDb({ databaseUrl: url, dataDir })
    return { db, dataDir, env: {}, drop: () => db.close() }
  },
})

forOneEngine((engine) => {
  let here: Waybill
  let elsewhere: Waybill
  let staff: StaffMember
  before(async () => {
    const store = await engine.freshDb()
    here = await startWaybill({ ...engine, freshDb: async () => store })
    elsewhere = await startWaybill(onSameStore(store, engine))
    staff = await signedIn(elsewhere, 'admin')
  })
  after(async () => {
    await elsewhere.close()
    await here.close()
  })

  const tenants = async (): Promise<{ reader: Tenant; writer: Tenant }> => {
    const reader = await here.newTenant()
    const key = reader.testKey
    const writer: Tenant = {
      ...reader,
      get: (path, more) => elsewhere.call('GET', path, undefined, { key, ...more }),
      post: (path, body, more) => elsewhere.call('POST', path, body, { key, ...more }),
    }
    return { reader, writer }
  }

  const readOften = async (tenant: Tenant, path: string): Promise<Json[]> => {
    const answers: Answer[] = []
    for (let reads = 0; reads < READS; reads += 1) answers.push(await tenant.get(path))
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    return answers[0]!.json
  }

  type Story = { writer: Tenant; parcel: Json; duplicate: Json; kept: Json }

  /** Changes to one package, in order, made on the second server. Each change returns the fields that the page must show afterwards. */
  const STEPS: [what: string, make: (story: Story) => Promise<object>][] = [
    [
      'a hold, with its notice',
      async ({ writer, parcel }) => {
        await sendNotice(writer, parcel.parcel_id, { action: 'hold', body: 'Papers are missing' })
        return { hold_instruction: 'hold', notices: [{ body: 'Papers are missing', active: true }] }
      },
    ],
    [
      'a release, and that the notice before it is no longer active',
      async ({ writer, parcel }) => {
        await sendNotice(writer, parcel.parcel_id, { action: 'release', body: 'Papers came' })
        return { hold_instruction: 'release', notices: [{ active: false }, { body: 'Papers came', active: true }] }
      },
    ],
    [
      'another customer, after a merge',
      async ({ duplicate, kept }) => {
        const body = { into_id: kept.parcel_customer_id }
        const { status } = await staff.call('POST', `/ops/v1/customers/${duplicate.parcel_customer_id}/merge`, body)
        assert.equal(status, 201)
        return { customer_identifier: kept.address_suffix }
      },
    ],
    [
      'arrival and measurements',
      async ({ writer, parcel }) => {
        await play(writer, parcel.parcel_id, 'receive', { weight: 7, length: 100, width: 50, height: 10 })
        const storage_fee = { chargeable_storage_days: 0, storage_area_sqm: 0.5 }
        return { status: 'warehouse', actual_weight: 7, length: 100, storage_fee }
      },
    ],
    [
      'the storage of days that have passed',
      async ({ writer }) => {
        await writer.post('/v1/test_clock', { advance_seconds: 9 * DAY_SECONDS })
        return { storage_fee: { chargeable_storage_days: 3, amount_due: 750 } }
      },
    ],
    [
      'its destination',
      async ({ writer, parcel }) => {
        await alterPackage(elsewhere, writer, parcel.parcel_id, { destinationCountry: 'GH' })
        return { destination_country: 'GH' }
      },
    ],
    [
      'its shipment',
      async ({ parcel }) => {
        const shipment = await newShipment(staff)
        await attachAll(staff, shipment, [parcel])
        return { shipment_id: shipment.shipment_id }
      },
    ],
  ]

  describe('a page of packages that was read before', () => {
    it('shows at once what another server did to a package', async () => {
      const { reader, writer } = await tenants()
      const [kept, duplicate] = [await newCustomer(reader, pickup), await newCustomer(reader, pickup)]
      const { address_suffix } = duplicate
      const parcel = await bookPackage(reader, importAir({ sender: undefined, address_suffix, packages: [{ weight: 5 }] }))
      for (const [what, make] of STEPS) {
        const [was] = await readOften(reader, '/v1/packages')
        const shown = await make({ writer, parcel, duplicate, kept })
        const [is] = await readOften(reader, '/v1/packages')
        assert.notDeepEqual(is, was, what)
        assert.partialDeepStrictEqual(is, shown, what)
        assert.deepEqual(await readOften(writer, '/v1/packages'), [is], what)
      }
    })

    it('shows a portal user at once what another server did', async () => {
      const { reader, writer } = await tenants()
      const clerk = await signedInPerson(here, reader, 'clerk')
      const { parcel_id } = await bookPackage(reader, importAir())
      const statusOf = async (): Promise<string> => (await clerk.call('GET', '/v1/packages')).json[0].status
      for (let read = 0; read < READS; read++) assert.equal(await statusOf(), 'booked')
      await play(writer, parcel_id, 'receive')
      assert.equal(await statusOf(), 'warehouse')
    })

    it('shows packages with a new status, cancelled and new ones in the right place', async () => {
      const { reader, writer } = await tenants()
      const idsOn = async (query: string): Promise<string[]> =>
        (await readOften(reader, `/v1/packages${query}`)).map((item) => item.parcel_id)
      const { parcel_id: first } = await bookPackage(reader, importAir())
      assert.deepEqual([await idsOn('?status=booked'), await idsOn('?status=warehouse'), await idsOn('')], [[first], [], [first]])
      await play(writer, first, 'receive')
      assert.deepEqual([await idsOn('?status=booked'), await idsOn('?status=warehouse'), await idsOn('')], [[], [first], [first]])
      const { parcel_id: second } = await bookPackage(writer, importAir())
      assert.deepEqual([await idsOn('?status=booked'), await idsOn('')], [[second], [second, first]])
      await cancelPackage(writer, second, { comment: 'Not sent' })
      assert.deepEqual(await idsOn('?status=booked'), [])
      assert.partialDeepStrictEqual((await readOften(reader, '/v1/packages'))[0], { status: 'cancelled', comment: 'Not sent' })
    })

    it('shows the terms of the business from the moment they take effect', async () => {
      const { reader } = await tenants()
      await bookPackage(reader, importAir())
      const rate = async (): Promise<number> => (await readOften(reader, '/v1/packages'))[0].storage_fee.daily_rate
      assert.equal(await rate(), 500)
      const now = here.time.freeze()
      const agree = (dailyRate: string, from: number) =>
        setTerms(here.deps, byTest(here.deps), { business: reader.business.id, dailyRate, from })
      await agree('600', now)
      assert.equal(await rate(), 600)
      await agree('700', now + 1)
      assert.equal(await rate(), 600)
      here.time.advance(1)
      assert.equal(await rate(), 700)
    })

    it('is shown to no other business or mode', async () => {
      const [{ reader: owner }, { reader: other }] = [await tenants(), await tenants()]
      await bookPackage(owner, importAir())
      assert.equal((await readOften(owner, '/v1/packages')).length, 1)
      assert.deepEqual(await readOften(other, '/v1/packages'), [])
      assert.deepEqual((await owner.get('/v1/packages', { key: owner.liveKey })).json, [])
    })

    it('links to its neighbours, with the host of the request', async () => {
      const { reader } = await tenants()
      await bookedQuote(reader, importAir({ packages: Array.from({ length: 26 }, () => ({ weight: 1 })) }))
      const { port } = new URL(here.url)
      for (const base of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
        const { headers } = await fetch(`${base}/v1/packages?key=p`, { headers: { 'x-api-key': reader.testKey } })
        assert.ok(headers.get('link')?.startsWith(`<${base}/v1/packages?key=p&page=2&cursor=`), headers.get('link') ?? 'no link')
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      }
    })
  })

  describe('a page of quotes that was read before', () => {
    const ids = (quotes: readonly Json[]): string[] => quotes.map(({ parcel_quote_id }) => parcel_quote_id)

    it('shows new, refreshed, cancelled and booked quotes', async () => {
      const { reader, writer } = await tenants()
      const [ocean, air] = [await newQuote(reader, importOcean()), await newQuote(reader, exportAir())]
      const pending = () => readOften(reader, '/v1/parcel_quotes')
      const booked = () => readOften(reader, '/v1/parcel_quotes?status=booked')
      assert.deepEqual(await pending(), [air, ocean])
      // Advances the clocks by a minute. If the prices are unchanged, new rates of a quote are saved only after a minute.
      for (const { time } of [here, elsewhere]) time.advance(60_000)
      const refreshed = await getQuote(writer, air.parcel_quote_id)
      assert.deepEqual(await pending(), [refreshed, ocean])
      await cancelQuote(writer, ocean.parcel_quote_id)
      assert.deepEqual([await pending(), await booked()], [[refreshed], []])
      const { json } = await createShipment(writer, air.parcel_quote_id, { rate_id: refreshed.rates[0].id })
      assert.deepEqual([ids(await pending()), ids(await booked())], [[], ids([json])])
    })

    it('shows the status of packages, which move without their quote', async () => {
      const { reader, writer } = await tenants()
      const { parcel_details } = await bookedQuote(reader, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      const statuses = async (): Promise<string[]> =>
        (await readOften(reader, '/v1/parcel_quotes?status=booked'))[0].parcel_details.parcels.map(({ status }: Json) => status)
      assert.deepEqual(await statuses(), ['booked', 'booked'])
      await play(writer, parcel_details.parcels[1].parcel_id, 'receive')
      assert.deepEqual(await statuses(), ['booked', 'warehouse'])
      await cancelPackage(writer, parcel_details.parcels[0].parcel_id)
      assert.deepEqual(await statuses(), ['cancelled', 'warehouse'])
    })
  })
})
