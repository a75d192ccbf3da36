// Floor staff see and change records of their own sites only. For records of other sites, /ops/v1 answers 404.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { readTable } from '../../operators/generate.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { fieldsOf } from '../../support/calls/receiving-calls.ts'
import type { Client } from '../../support/calls/repack-calls.ts'
import { newClient, receiveFor } from '../../support/calls/repack-calls.ts'
import { inSession, newStaff, opsCaller, tokenHeaders } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LONDON = { code: 'LON', name: 'London hub', country: 'GB', time_zone: 'Europe/London' }

/** Id of one record of each kind at a site. The key is the noun in the path of the route. */
type Records = Record<
  'packages' | 'places' | 'stocktakes' | 'unidentified_parcels' | 'receipts' | 'repacks' | 'photos' | 'shipments',
  string
>

const nounOf = (route: string): string => /\/(\w+)\/\{id\}/.exec(route)?.[1] ?? ''

forOneEngine((engine) => {
  describe('the sites of staff', () => {
    let waybill: Waybill
    let admin: Dock
    let client: Client
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await opsCaller(waybill, 'admin')
      client = await newClient(waybill)
      assert.equal((await admin.post('/sites', LONDON)).status, 201)
    })
    after(() => waybill.close())

    type Call = (method: string, path: string, body?: unknown) => Promise<Answer>
    const clerkAt = async (sites: string[] | null, role: 'warehouse' | 'support' = 'warehouse') => {
      const staff = await newStaff(waybill, role)
      const changed = await admin.call('PATCH', `/ops/v1/staff/${staff.id}`, { sites })
      assert.equal(changed.status, 200, changed.text)
      return { id: staff.id, answer: changed.json, ...(await inSession(waybill, staff)) }
    }
    const stored = (site: string): Promise<Json> => receiveFor(admin, client, { weight: 2, site })

    const photo = async (receipt: string): Promise<string> => {
      const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const headers = { ...admin.headers, 'content-type': 'image/png' }
      const taken = await waybill.call('POST', `/ops/v1/receipts/${receipt}/photos`, undefined, { rawBody: image, headers })
      assert.equal(taken.status, 201, taken.text)
      return taken.json.photo_id
    }

    const recordsAt = async (site: string): Promise<Records> => {
      const parcel = await stored(site)
      const [receipt] = await admin.get(`/packages/${parcel.parcel_id}/receipts`)
      const { places } = await admin.done('/places', { code: `S-${site}`, mode: 'test', site })
      const whole = await stored(site)
      const { repack } = await admin.done('/repacks', { package_ids: [whole.parcel_id, (await stored(site)).parcel_id], weight: 4 })
      const lost = await admin.done('/unidentified_parcels', { mode: 'test', label_text: 'torn', site })
      return {
        packages: parcel.parcel_id,
        places: places[0].place_id,
        stocktakes: (await admin.done(`/places/${places[0].place_id}/stocktakes`)).stocktake_id,
        unidentified_parcels: lost.unidentified_parcel_id,
        receipts: receipt.receipt_id,
        repacks: repack.repack_id,
        photos: await photo(receipt.receipt_id),
        shipments: (await admin.done('/shipments', { transport_mode: 'air', mode: 'test', from_site: site })).shipment_id,
      }
    }

    it('are all sites again after null, and stay as they are if the field is left out', async () => {
      const { id } = await clerkAt(['LON'])
      const patch = (body: object) => admin.call('PATCH', `/ops/v1/staff/${id}`, body)
      const before = (await patch({ name: 'Night clerk' })).json.sites
      assert.equal(before.length, 1)
      assert.equal((await patch({ sites: null })).json.sites, null)
    })

    it('are all unless an admin sets some; an admin always has all', async () => {
      assert.equal((await clerkAt(null)).answer.sites, null)
      const { answer, id } = await clerkAt(['lon'])
      assert.equal(answer.sites.length, 1)
      const other = await newStaff(waybill, 'admin')
      assert.deepEqual(fieldsOf(await admin.call('PATCH', `/ops/v1/staff/${other.id}`, { sites: ['LON'] })), ['sites'])
      for (const sites of [['NOWHERE'], []]) assert.equal((await admin.call('PATCH', `/ops/v1/staff/${id}`, { sites })).status, 422)
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${id}`, { role: 'admin' })).json.sites, null)
    })

    it('decide over every route with a record: 404 elsewhere, as always at their own', async () => {
      const [london, main] = [await recordsAt('LON'), await recordsAt('MAIN')]
      const { rows } = await readTable()
      const clerk = await clerkAt(['LON'])
      const token = await tokenHeaders(waybill, clerk.staff, 'support')
      const byToken: Call = (method, path, body) => waybill.call(method, path, body, { headers: token })
      const everywhere = await clerkAt(null)
      const reader = await clerkAt(['LON'], 'support')
      const sited = rows.filter(({ route }) => nounOf(route) in london)
      assert.ok(sited.length > 60, String(sited.length))
      for (const { route, allowed } of sited) {
        const [method, path] = route.split(' ') as [string, string]
        const noun = nounOf(route) as keyof Records
        const ask = async (call: Call, at: Records): Promise<number> => {
          waybill.time.advance(20_000)
          return (await call(method, path.replace('{id}', at[noun]), method === 'GET' ? undefined : {})).status
        }
        const isReading = method === 'GET'
        if (allowed.warehouse) {
          assert.equal(await ask(clerk.call, main), 404, `the clerk elsewhere: ${route}`)
          if (isReading) assert.notEqual(await ask(clerk.call, london), 404, `the clerk at the own site: ${route}`)
          if (isReading) assert.notEqual(await ask(everywhere.call, main), 404, `a clerk of all sites: ${route}`)
        }
        // This token has the role support, but its owner is a warehouse clerk. Routes that are closed to warehouse staff answer 403.
        if (allowed.support && allowed['access token'])
          assert.equal(await ask(byToken, main), allowed.warehouse ? 404 : 403, `the clerk's token elsewhere: ${route}`)
        if (allowed.support && isReading) assert.notEqual(await ask(reader.call, main), 404, `support, which is no floor staff: ${route}`)
      }
      assert.equal((await admin.get(`/packages/${main.packages}`)).status, 'warehouse', 'nothing was changed')
      // Writes at the clerk's own site come last, because they change the records.
      for (const { route, allowed } of sited.filter(({ route: each }) => !each.startsWith('GET'))) {
        if (!allowed.warehouse) continue
        const [method, path] = route.split(' ') as [string, string]
        waybill.time.advance(20_000)
        const { status } = await clerk.call(method, path.replace('{id}', london[nounOf(route) as keyof Records]), {})
        assert.notEqual(status, 404, `the clerk changes at the own site: ${route}`)
      }
    })

    it('limit lists, scans, searches and what bodies name', async () => {
      const [mine, theirs] = [await stored('LON'), await stored('MAIN')]
      const clerk = await clerkAt(['LON'])
      const get = async (path: string): Promise<Json> => (await clerk.call('GET', `/ops/v1${path}`)).json
      const listed: Json[] = await get('/packages?mode=test&status=warehouse&per_page=100')
      const numbers = listed.map(({ parcel_number: number }) => number)
      assert.deepEqual([numbers.includes(mine.parcel_number), numbers.includes(theirs.parcel_number)], [true, false])
      assert.equal((await get('/packages/totals?mode=test&status=warehouse')).count, listed.length)
      assert.equal((await clerk.call('GET', `/ops/v1/packages/${theirs.parcel_number}`)).status, 404)
      assert.equal((await get(`/scan?code=${theirs.parcel_number}`)).kind, 'unknown')
      assert.equal((await get(`/scan?code=${mine.parcel_number}`)).kind, 'package')
      assert.deepEqual((await get(`/search?mode=test&q=${theirs.parcel_number}`)).packages, [])
      const shipmentAt = (from: string): Promise<Json> => admin.done('/shipments', { transport_mode: 'air', mode: 'test', from_site: from })
      const [leaving, hidden] = [await shipmentAt('LON'), await shipmentAt('MAIN')]
      assert.equal((await get(`/scan?code=${hidden.number}`)).kind, 'unknown')
      assert.equal((await get(`/scan?code=${leaving.number}`)).kind, 'shipment')
      assert.deepEqual((await get(`/search?mode=test&q=${hidden.number}`)).shipments, [])
      assert.equal((await get('/shipments/totals?mode=test')).count, (await get('/shipments?mode=test&per_page=100')).length)
      for (const path of [
        '/shipments?mode=test',
        '/places?mode=test',
        '/stocktakes?mode=test',
        '/receipts?mode=test',
        '/unidentified_parcels?mode=test&status=all',
      ]) {
        const all: Json[] = await admin.get(path)
        const own: Json[] = await get(path)
        assert.ok(own.length < all.length && own.length > 0, path)
      }
      const counts: Json = await get('/overview?mode=test')
      const queue: Json[] = await get('/unidentified_parcels?mode=test')
      assert.deepEqual([counts.in_warehouse, counts.unidentified], [listed.length, queue.length])
      const elsewhere: Json = await get('/overview?mode=test&site=MAIN')
      assert.deepEqual([elsewhere.in_warehouse, elsewhere.unidentified, elsewhere.arrived_today], [0, 0, 0])
      for (const path of ['/storage/ageing', '/unidentified_parcels'])
        assert.deepEqual([path, await get(`${path}?mode=test&site=MAIN`)], [path, []])
      assert.equal((await clerk.call('POST', '/ops/v1/packages/holds', { ids: [theirs.parcel_id], action: 'hold' })).status, 404)
      assert.equal((await clerk.call('GET', `/ops/v1/packages/labels.pdf?ids=${mine.parcel_id},${theirs.parcel_id}`)).status, 404)
      const encoded = theirs.parcel_id.replace('pkg', '%70kg')
      for (const path of [
        `/${theirs.parcel_id}`,
        `/${encoded}`,
        `/${encoded}?z=%ff`,
        `/${theirs.parcel_id}/label?z=%`,
        `/labels.pdf?z=%ff&ids=${encoded}`,
      ])
        assert.equal((await clerk.call('GET', `/ops/v1/packages${path}`)).status, 404, path)
      assert.equal((await clerk.call('POST', '/ops/v1/receipts', { package_id: theirs.parcel_id })).status, 404)
      assert.equal((await clerk.call('POST', '/ops/v1/receipts', { code: theirs.parcel_number, site: 'LON' })).status, 404)
      const both = await admin.post('/packages/holds', { package_ids: [mine.parcel_id, theirs.parcel_id], action: 'hold' })
      const changedBy = async (call: Call): Promise<string[]> => {
        const { json } = await call('GET', `/ops/v1/audit?request_id=${both.headers.get('x-request-id')}`)
        return [mine, theirs].map(({ parcel_id: id }) => id).filter((id) => json.some(({ object_id }: Json) => object_id === id))
      }
      assert.deepEqual(await changedBy(admin.call), [mine.parcel_id, theirs.parcel_id])
      assert.deepEqual(await changedBy(clerk.call), [mine.parcel_id])
      await admin.post('/packages/holds', { package_ids: [mine.parcel_id, theirs.parcel_id], action: 'release' })
      const place = (await get('/places?mode=test'))[0]
      const put = await clerk.call('POST', `/ops/v1/places/${place.place_id}/put`, { codes: [theirs.parcel_number, mine.parcel_number] })
      assert.deepEqual(
        put.json.outcomes.map(({ outcome }: Json) => outcome),
        ['refused', 'placed'],
      )
    })

    it('decide where a clerk receives; a clerk who was moved meanwhile is refused, and nothing is lost', async () => {
      const clerk = await clerkAt(['LON'])
      const body = { customer_id: client.suffix, business_id: client.tenant.business.id, mode: 'test', weight: 1 }
      const at = (site?: string): Promise<Answer> => clerk.call('POST', '/ops/v1/receipts', { ...body, ...(site ? { site } : {}) })
      const own = (await at()).json.package
      assert.equal((await clerk.call('GET', `/ops/v1/packages/${own.parcel_id}`)).status, 200, 'a clerk with one site is not asked')
      const before: Json[] = await admin.get('/receipts?mode=test&per_page=100')
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${clerk.id}`, { sites: ['MAIN'] })).status, 200)
      const refused = await at('LON')
      assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['site']])
      assert.match(refused.text, /LON, where you do not work: nothing was changed; an admin can do this for you/)
      assert.equal((await admin.get('/receipts?mode=test&per_page=100')).length, before.length)
      assert.equal((await admin.post('/receipts', { ...body, site: 'LON' })).status, 201)
      assert.equal((await at('NOWHERE')).status, 422)
    })

    it('have places of their own: one code at two sites, and a package in the places of its site', async () => {
      for (const site of ['LON', 'MAIN']) assert.equal((await admin.post('/places', { code: 'A-01', mode: 'test', site })).status, 201)
      assert.equal((await admin.post('/places', { code: 'A-01', mode: 'test', site: 'LON' })).status, 422)
      const both: Json[] = await admin.get('/places?mode=test&q=A-01')
      assert.deepEqual(both.map(({ site }) => site).sort(), ['LON', 'MAIN'])
      const [first, second]: Json[] = await Promise.all(
        [0, 1].map((page) => admin.get(`/places?mode=test&q=A-01&per_page=1&page=${page + 1}`)),
      )
      assert.notEqual(first[0].place_id, second[0].place_id)
      const parcel = await stored('LON')
      assert.equal(
        (await admin.done(`/packages/${parcel.parcel_id}/place`, { place: 'A-01' })).place.place_id,
        both.find(({ site }) => site === 'LON')!.place_id,
      )
      const main = both.find(({ site }) => site === 'MAIN')!
      const refused = await admin.post(`/places/${main.place_id}/put`, { code: parcel.parcel_number })
      assert.match(refused.text, /at another site than place A-01/)
      assert.deepEqual(fieldsOf(await admin.call('GET', '/ops/v1/packages?mode=test&place=A-01')), ['site'])
      const inPlace = async (site: string) =>
        (await admin.get(`/packages?mode=test&place=A-01&site=${site}`)).map(({ parcel_id }: Json) => parcel_id)
      assert.deepEqual([await inPlace('LON'), await inPlace('MAIN')], [[parcel.parcel_id], []])
      assert.equal(
        (await admin.get(`/scan?mode=test&code=A-01&site=LON`)).place.place_id,
        both.find(({ site }) => site === 'LON')!.place_id,
      )
      assert.equal((await admin.get('/scan?mode=test&code=A-01')).kind, 'unknown', 'the site decides')
      const scanned = await (await clerkAt(['LON'])).call('GET', '/ops/v1/scan?mode=test&code=A-01')
      assert.notEqual(scanned.json.place.place_id, main.place_id, 'a clerk has the places of the own sites only')
      assert.equal((await admin.post('/sites', { ...LONDON, code: 'EDI' })).status, 201)
      const elsewhere = await (await clerkAt(['EDI'])).call('GET', '/ops/v1/packages?mode=test&place=A-01')
      assert.deepEqual(fieldsOf(elsewhere), ['place'], 'nor hears that others have this code')
      const twice = await Promise.all([1, 2].map(() => admin.post('/places', { code: 'A-02', mode: 'test', site: 'LON' })))
      assert.deepEqual(twice.map(({ status }) => status).toSorted(), [201, 422])
    })

    it('cannot be closed with packages in them, and take nothing in once they are closed', async () => {
      const { site_id: id } = (await admin.get('/sites')).find(({ code }: Json) => code === 'LON')
      assert.match((await admin.call('PATCH', `/ops/v1/sites/${id}`, { closed: true })).text, /has \d+ packages in it/)
      const { site_id: empty } = await admin.done('/sites', { ...LONDON, code: 'LHR' })
      assert.equal((await admin.call('PATCH', `/ops/v1/sites/${empty}`, { closed: true })).status, 200)
      const body = { customer_id: client.suffix, business_id: client.tenant.business.id, mode: 'test', site: 'LHR' }
      assert.match((await admin.post('/receipts', body)).text, /LHR, which is closed/)
    })

    it('keep the pieces of a package together', async () => {
      const parcel = await stored('LON')
      assert.equal(parcel.status, 'warehouse')
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })
  })
}, postgres)
