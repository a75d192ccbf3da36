// The operator's lists: sort orders, totals, and saved views.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Booking, Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const HOUR_MS = 60 * 60 * 1000
const PER_PAGE = 2
/** Indexes of the packages in the order of their arrival. The fifth package has not arrived. */
const ARRIVALS = [2, 0, 3, 1]

forEachEngine((engine) => {
  let waybill: Waybill
  let dock: Dock
  let booking: Booking
  let list: string

  const pagesOf = async (query: string): Promise<string[]> => {
    const found: string[] = []
    for (let next: string | null = `${list}&per_page=${PER_PAGE}&${query}`; next !== null; ) {
      const { status, json, text, headers } = await dock.call('GET', next)
      assert.equal(status, 200, text)
      found.push(...json.map(({ parcel_id: id }: Json) => id))
      const link: string | undefined = headers
        .get('link')
        ?.split(', ')
        .find((each) => each.endsWith('rel="next"'))
      next = link ? link.slice(1, link.indexOf('>')).replace(/^https?:\/\/[^/]+/, '') : null
    }
    return found
  }

  after(() => waybill.close())
  before(async () => {
    waybill = await startWaybill(engine)
    const tenant = await waybill.newTenant()
    dock = await atDock(waybill)
    list = `/ops/v1/packages?business=${tenant.business.id}`
    const packages = [1, 2, 3, 4, 5].map((weight) => ({ package_type: 'Carton', weight }))
    booking = await book(tenant, importAir({ packages }), live(tenant))
    for (const index of ARRIVALS) {
      await dock.done('/receipts', { package_id: booking.ids[index], weight: 10 })
      waybill.time.advance(HOUR_MS)
    }
  })

  it('are sorted by arrival, earliest or latest first, over several pages; packages that have not arrived are left out', async () => {
    const earliest = ARRIVALS.map((index) => booking.ids[index])
    assert.deepEqual(await pagesOf('sort=arrived'), earliest)
    assert.deepEqual(await pagesOf('sort=-arrived'), earliest.toReversed())
    assert.deepEqual(await pagesOf('sort=arrived&status=warehouse'), earliest)
    assert.deepEqual(await pagesOf('sort=arrived&status=booked'), [])
    assert.deepEqual(await pagesOf(`sort=-arrived&q=${booking.numbers[3]!.slice(0, -2)}`), [booking.ids[3]])
    const newest = await pagesOf('')
    assert.deepEqual(await pagesOf('sort=created'), newest.toReversed())
    assert.deepEqual(await pagesOf('sort=-created'), newest)
    assert.equal((await dock.call('GET', `${list}&sort=weight`)).status, 422)
    const file = await dock.call('GET', `${list.replace('/packages', '/packages.csv')}&sort=arrived`)
    assert.deepEqual(
      file.text
        .trimEnd()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(',')[0]),
      ARRIVALS.map((index) => booking.numbers[index]),
    )
  })

  it('sort shipments by departure or arrival', async () => {
    const etds = ['2026-12-02T00:00:00.000Z', null, '2026-12-01T00:00:00.000Z']
    const made: Json[] = []
    for (const etd of etds)
      made.push(await dock.done('/shipments', { transport_mode: 'air', carrier: 'Sorted Air', ...(etd ? { etd } : {}) }))
    const numbers = async (sort: string) =>
      (await dock.get(`/shipments?q=sorted%20air&sort=${sort}`)).map(({ number }: Json) => made.findIndex((each) => each.number === number))
    assert.deepEqual(await numbers('etd'), [1, 2, 0])
    assert.deepEqual(await numbers('-etd'), [0, 2, 1])
    assert.equal((await numbers('eta')).length, 3)
    assert.deepEqual(await dock.get('/shipments/totals?q=sorted%20air'), { count: 3 })
  })

  it('have the number of matching rows, and the totals of packages', async () => {
    const totals = (query: string) => dock.get(`${list.replace('/ops/v1', '').replace('?', '/totals?')}&${query}`)
    // Four packages were weighed at 10 kg each. The fifth was not weighed, so its declared weight of 5 kg is added.
    assert.deepEqual(await totals(''), { count: 5, pieces: 5, weight: 45 })
    assert.deepEqual(await totals('status=warehouse'), { count: 4, pieces: 4, weight: 40 })
    assert.deepEqual(await totals('status=delivered'), { count: 0, pieces: 0, weight: 0 })
    for (const noun of ['quotes', 'customers'])
      assert.equal((await dock.get(`/${noun}/totals?${list.split('?')[1]}`)).count, noun === 'quotes' ? 1 : 0, noun)
  })

  it('have saved views that belong to one person', async () => {
    const [one, other] = [await signedIn(waybill, 'support'), await signedIn(waybill, 'warehouse')]
    const save = (body: object) => one.call('POST', '/ops/v1/saved_views', { page: '/packages', name: 'Held', query: 'hold=hold', ...body })
    const { status, json: saved } = await save({})
    assert.equal(status, 201)
    assert.equal((await save({ query: 'hold=hold&status=warehouse' })).json.saved_view_id, saved.saved_view_id)
    const listed = (await one.call('GET', '/ops/v1/saved_views')).json
    assert.deepEqual(
      listed.map(({ name, query }: Json) => [name, query]),
      [['Held', 'hold=hold&status=warehouse']],
    )
    assert.deepEqual((await other.call('GET', '/ops/v1/saved_views')).json, [])
    assert.equal((await other.call('DELETE', `/ops/v1/saved_views/${saved.saved_view_id}`)).status, 404)
    for (const wrong of [{ name: ' ' }, { page: 'https://elsewhere' }]) assert.equal((await save(wrong)).status, 422)
    assert.equal((await one.call('DELETE', `/ops/v1/saved_views/${saved.saved_view_id}`)).status, 200)
    assert.deepEqual((await one.call('GET', '/ops/v1/saved_views')).json, [])
  })
})
