// Shipments go from a site to another site or to a country. Floor staff see only shipments that leave from or arrive at their sites.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { fieldsOf } from '../../support/calls/receiving-calls.ts'
import type { Client } from '../../support/calls/repack-calls.ts'
import { newClient, passDays, receiveFor } from '../../support/calls/repack-calls.ts'
import { inSession, newStaff, opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LONDON = { code: 'LON', name: 'London hub', country: 'GB', time_zone: 'Europe/London' }
const LAGOS = { code: 'LOS', name: 'Lagos hub', country: 'NG', time_zone: 'Africa/Lagos' }
const ETA = '2026-11-20T06:00:00.000Z'
const LATER = '2026-11-22T06:00:00.000Z'

forOneEngine((engine) => {
  describe('the sites of shipments', () => {
    let waybill: Waybill
    let admin: Dock
    let client: Client
    let london: string
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await opsCaller(waybill, 'admin')
      client = await newClient(waybill)
    })
    after(() => waybill.close())

    const create = (more: object = {}): Promise<Answer> => admin.post('/shipments', { transport_mode: 'air', mode: 'test', ...more })
    const made = async (more: object = {}): Promise<Json> => {
      const answer = await create(more)
      assert.equal(answer.status, 201, answer.text)
      return answer.json
    }
    const patch = (shipment: Json, body: object): Promise<Answer> => admin.call('PATCH', `/ops/v1/shipments/${shipment.shipment_id}`, body)
    const stored = (site: string): Promise<Json> => receiveFor(admin, client, { weight: 2, site })
    const tryAttach = (shipment: Json, parcels: readonly Json[]): Promise<Json> =>
      admin.done(`/shipments/${shipment.shipment_id}/attach`, { codes: parcels.map(({ parcel_number: number }) => number) })
    const attach = async (shipment: Json, parcels: readonly Json[]): Promise<void> => {
      const { outcomes }: Json = await tryAttach(shipment, parcels)
      assert.ok(
        outcomes.every(({ outcome }: Json) => outcome === 'attached'),
        JSON.stringify(outcomes),
      )
    }
    const step = (shipment: Json, name: string): Promise<Json> => admin.done(`/shipments/${shipment.shipment_id}/${name}`)
    const clerkAt = async (site: string) => {
      const staff = await newStaff(waybill, 'warehouse')
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${staff.id}`, { sites: [site] })).status, 200)
      return inSession(waybill, staff)
    }

    it('fill in by themselves in a store with one site', async () => {
      const shipment = await made()
      assert.deepEqual([shipment.from_site, shipment.to_site, shipment.origin_country], ['MAIN', null, null])
      await attach(shipment, [await receiveFor(admin, client, { weight: 2 })])
      for (const site of [LONDON, LAGOS]) assert.equal((await admin.post('/sites', site)).status, 201)
      london = (await admin.get('/sites')).find(({ code }: Json) => code === 'LON').site_id
    })

    it('are named by code or token, and default to a site in the country of origin', async () => {
      const shipment = await made({ from_site: 'lon', to_site: 'LOS' })
      assert.partialDeepStrictEqual(shipment, { from_site: 'LON', to_site: 'LOS', destination_country: 'NG' })
      assert.partialDeepStrictEqual(await made({ from_site: 'MAIN', to_site: london, destination_country: 'FR' }), {
        to_site: 'LON',
        destination_country: 'FR',
      })
      assert.equal((await made({ origin_country: 'GB' })).from_site, 'LON')
      assert.equal((await made({ origin_country: 'US' })).from_site, 'MAIN')
      for (const [body, field] of [
        [{ from_site: 'NOWHERE' }, 'from_site'],
        [{ to_site: 'NOWHERE' }, 'to_site'],
        [{ from_site: 'LON', to_site: 'LON' }, 'to_site'],
        [{ to_site: 'MAIN' }, 'to_site'],
      ] as const)
        assert.deepEqual(fieldsOf(await create(body)), [field], JSON.stringify(body))
      assert.equal((await create({ from_site: 7 })).status, 422)
    })

    it('take packages of the site they leave from only', async () => {
      const shipment = await made({ from_site: 'LON', to_site: 'LOS' })
      const [here, elsewhere] = [await stored('LON'), await stored('MAIN')]
      const { outcomes } = await tryAttach(shipment, [here, elsewhere])
      assert.deepEqual(
        outcomes.map(({ outcome }: Json) => outcome),
        ['attached', 'refused'],
      )
      assert.match(outcomes[1].message, /is at another site than the one that shipment \S+ leaves from/)
      const view = await admin.get(`/packages/${here.parcel_id}`)
      assert.deepEqual([view.site, view.to_site], ['LON', 'LOS'])
      assert.deepEqual(fieldsOf(await patch(shipment, { from_site: 'MAIN' })), ['from_site'])
      assert.equal((await admin.get(`/packages/${here.parcel_id}`)).to_site, 'LOS')
    })

    it('can be corrected: where it leaves from while it is empty, where it arrives until it is delivered', async () => {
      const shipment = await made({ from_site: 'LON', to_site: 'LOS' })
      assert.deepEqual(fieldsOf(await patch(shipment, { from_site: 'LOS' })), ['to_site'])
      assert.equal((await patch(shipment, { from_site: 'MAIN' })).json.from_site, 'MAIN')
      const parcel = await stored('MAIN')
      await attach(shipment, [parcel])
      await step(shipment, 'depart')
      assertRejected(await patch(shipment, { from_site: 'LON' }), 'VALIDATION_FAILED')
      assert.equal((await patch(shipment, { to_site: 'LON' })).json.to_site, 'LON')
      assert.equal((await admin.get(`/packages/${parcel.parcel_id}`)).to_site, 'LON')
      assert.equal((await patch(shipment, { to_site: null })).json.to_site, null)
      assert.equal((await admin.get(`/packages/${parcel.parcel_id}`)).to_site, null)
    })

    it('show shipments and their packages to floor staff of both ends, and to nobody else', async () => {
      // The shipment arrives in London, although its goods are bound for Nigeria. Staff in Lagos must not see the shipment.
      const shipment = await made({ from_site: 'MAIN', to_site: 'LON', destination_country: 'NG' })
      const parcel = await stored('MAIN')
      const [atLondon, atLagos] = [await clerkAt('LON'), await clerkAt('LOS')]
      const statusFor = async ({ call }: typeof atLondon, path: string): Promise<number> => (await call('GET', `/ops/v1${path}`)).status
      assert.equal(await statusFor(atLondon, `/packages/${parcel.parcel_id}`), 404, 'not in the shipment yet')
      await attach(shipment, [parcel])
      for (const path of [
        `/shipments/${shipment.shipment_id}`,
        `/shipments/${shipment.number}`,
        `/shipments/${shipment.number}/packages`,
        `/shipments/${shipment.number}/manifest.csv`,
        `/packages/${parcel.parcel_id}`,
        `/packages/${parcel.parcel_number}`,
      ]) {
        assert.equal(await statusFor(atLondon, path), 200, path)
        assert.equal(await statusFor(atLagos, path), 404, path)
      }
      await step(shipment, 'depart')
      const other = await made({ from_site: 'LOS' })
      const move = { code: parcel.parcel_number, reason: 'Left behind', to: other.number }
      assert.equal((await atLondon.call('POST', `/ops/v1/shipments/${shipment.shipment_id}/offload`, move)).status, 422)
      for (const name of ['arrive', 'undo_arrival', 'depart'])
        assert.equal((await atLagos.call('POST', `/ops/v1/shipments/${shipment.number}/${name}`)).status, 404, name)
      assert.equal((await atLondon.call('POST', `/ops/v1/shipments/${shipment.number}/arrive`)).json.status, 'arrived')
      assert.equal((await atLondon.call('POST', `/ops/v1/packages/${parcel.parcel_id}/ready`)).status, 200)
      const off = await atLondon.call('POST', `/ops/v1/shipments/${shipment.shipment_id}/offload`, {
        code: parcel.parcel_number,
        reason: 'Left behind',
      })
      assert.equal(off.status, 200, off.text)
      assert.equal(await statusFor(atLondon, `/packages/${parcel.parcel_id}`), 404, 'it is at the first site again')
    })

    it('filter lists and the overview', async () => {
      const shipment = await made({ from_site: 'LOS', to_site: 'LON', destination_country: 'NG', etd: '2026-01-01T00:00:00Z' })
      const parcel = await stored('LOS')
      await attach(shipment, [parcel])
      const numbersAt = async (site: string): Promise<string[]> =>
        (await admin.get(`/shipments?mode=test&site=${site}`)).map(({ number }: Json) => number)
      assert.ok((await numbersAt('LOS')).includes(shipment.number) && (await numbersAt('LON')).includes(shipment.number))
      assert.ok(!(await numbersAt('MAIN')).includes(shipment.number))
      const parcelsAt = async (site: string): Promise<Json[]> => admin.get(`/packages?mode=test&status=warehouse&site=${site}&per_page=100`)
      for (const site of ['LOS', 'LON'])
        assert.ok(
          (await parcelsAt(site)).some(({ parcel_id: id }) => id === parcel.parcel_id),
          site,
        )
      assert.ok((await parcelsAt('MAIN')).every(({ parcel_id: id }) => id !== parcel.parcel_id))
      const overview = (more = ''): Promise<Json> => admin.get(`/overview?mode=test${more}`)
      const [all, main, lagos] = [await overview(), await overview('&site=MAIN'), await overview('&site=LOS')]
      assert.deepEqual([lagos.in_warehouse, main.in_warehouse], [(await parcelsAt('LOS')).length, (await parcelsAt('MAIN')).length])
      assert.ok(main.in_warehouse < all.in_warehouse)
      assert.deepEqual([lagos.late_shipments, main.late_shipments, all.late_shipments], [1, 0, 1])
      for (const list of ['overview', 'storage/ageing', 'unidentified_parcels'])
        assert.deepEqual([list, ...fieldsOf(await admin.call('GET', `/ops/v1/${list}?site=NOWHERE`))], [list, 'site'])
      const lost = await admin.done('/unidentified_parcels', { mode: 'test', label_text: 'torn', site: 'LOS' })
      const queueAt = async (site: string): Promise<Json[]> => admin.get(`/unidentified_parcels?mode=test&site=${site}`)
      assert.deepEqual(
        (await queueAt('LOS')).map(({ unidentified_parcel_id: id }) => id),
        [lost.unidentified_parcel_id],
      )
      assert.deepEqual([(await overview('&site=LOS')).unidentified, (await queueAt('LON')).length], [1, 0])
      const agedAt = async (site: string): Promise<string[]> =>
        (await admin.get(`/storage/ageing?mode=test&per_page=100&site=${site}`)).map(({ package: aged }: Json) => aged.parcel_id)
      for (const site of ['LOS', 'LON', 'MAIN'])
        assert.deepEqual((await agedAt(site)).toSorted(), (await parcelsAt(site)).map(({ parcel_id: id }) => id).toSorted(), site)
      assert.ok((await agedAt('LOS')).length > 0)
      const file = await admin.text(`/storage/ageing.csv?mode=test&site=MAIN`)
      assert.ok(!file.includes(parcel.parcel_number))
      const [receipt] = await admin.get(`/packages/${parcel.parcel_id}/receipts`)
      assert.equal(receipt.site, 'LOS')
    })

    it('sum the storage of packages at the site, and of those that left from it', async () => {
      const owner = await newClient(waybill)
      const storedFor = (site: string): Promise<Json> => receiveFor(admin, owner, { weight: 2, length: 100, width: 50, height: 40, site })
      const [gone] = [await storedFor('LOS'), await storedFor('MAIN')]
      await passDays(owner, 10)
      const shipment = await made({ from_site: 'LOS', destination_country: 'NG' })
      await attach(shipment, [gone])
      await step(shipment, 'depart')
      const sums = async (call: Dock['call'], more = ''): Promise<[number, number] | null> => {
        const answer = await call('GET', `/ops/v1/storage/totals?mode=test&business=${owner.tenant.business.id}${more}`)
        assert.equal(answer.status, 200, answer.text)
        const [total] = answer.json.totals
        return total ? [total.packages_stored, total.history.reduce((sum: number, { amount }: Json) => sum + Number(amount), 0)] : null
      }
      // After seven free days, storage costs 250 a day per package. Each site had one package for four more days, today included, which
      // makes 1000 per site.
      assert.deepEqual(await sums(admin.call), [1, 2000])
      assert.deepEqual(await sums(admin.call, '&site=LOS'), [0, 1000])
      assert.deepEqual(await sums(admin.call, '&site=MAIN'), [1, 1000])
      assert.equal(await sums(admin.call, '&site=LON'), null)
      assert.deepEqual(await sums((await clerkAt('LOS')).call), [0, 1000])
      assert.equal(await sums((await clerkAt('LON')).call, '&site=MAIN'), null)
      assert.deepEqual(fieldsOf(await admin.call('GET', '/ops/v1/storage/totals?site=NOWHERE')), ['site'])
    })

    it('cannot be closed while a shipment goes there', async () => {
      const { site_id: id } = await admin.done('/sites', { ...LAGOS, code: 'PHC' })
      const shipment = await made({ from_site: 'MAIN', to_site: 'PHC' })
      const close = (): Promise<Answer> => admin.call('PATCH', `/ops/v1/sites/${id}`, { closed: true })
      assert.match((await close()).text, new RegExp(`Shipments go to site PHC \\(${shipment.number}\\)`))
      await step(shipment, 'cancel')
      assert.equal((await close()).status, 200)
      assert.deepEqual(fieldsOf(await create({ to_site: 'PHC' })), ['to_site'])
    })
  })

  describe('the expected arrival of a package', () => {
    let waybill: Waybill
    let admin: Dock
    let client: Client
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await opsCaller(waybill, 'admin')
      client = await newClient(waybill)
    })
    after(() => waybill.close())

    it('is that of its shipment, in /v1, in its list and in events, and follows every change', async () => {
      const parcel = await receiveFor(admin, client, { weight: 2 })
      const etas = async (): Promise<unknown[]> => {
        const { json } = await client.tenant.get(`/v1/packages/${parcel.parcel_id}`)
        const list: Json[] = (await client.tenant.get('/v1/packages')).json
        return [json.eta, list.find(({ parcel_id: id }) => id === parcel.parcel_id)!.eta]
      }
      const both = (eta: string | null) => [eta, eta]
      const shipment = await admin.done('/shipments', { transport_mode: 'air', mode: 'test', eta: ETA })
      const path = `/shipments/${shipment.shipment_id}`
      const patch = (body: object): Promise<Answer> => admin.call('PATCH', `/ops/v1${path}`, body)
      assert.deepEqual(await etas(), both(null))
      await admin.done(`${path}/attach`, { code: parcel.parcel_number })
      assert.deepEqual(await etas(), both(ETA))
      await patch({ eta: LATER })
      assert.deepEqual(await etas(), both(LATER), 'before the departure')
      await patch({ eta: null })
      assert.deepEqual(await etas(), both(null), 'not known any more')
      await admin.done(`${path}/depart`)
      await patch({ eta: ETA })
      assert.deepEqual(await etas(), both(ETA), 'under way')
      const [event] = (await client.tenant.get(`/v1/events?object_id=${parcel.parcel_id}`)).json
      assert.deepEqual([event.type, event.data.eta], ['package.shipment_corrected', ETA])
      await admin.done(`${path}/offload`, { code: parcel.parcel_number, reason: 'Left behind' })
      assert.deepEqual(await etas(), both(null), 'taken off')
    })

    it('follows the schedule, ends with the delivery, and comes back when that is undone', async () => {
      const voyage = await admin.done('/voyages', {
        transport_mode: 'air',
        carrier: 'Sample Air',
        number: 'SA 912',
        origin: 'CAN',
        destination: 'LOS',
        departs_at: '2026-11-19T06:00:00Z',
        arrives_at: ETA,
      })
      const parcel = await receiveFor(admin, client, { weight: 2 })
      const eta = async (): Promise<unknown> => (await client.tenant.get(`/v1/packages/${parcel.parcel_id}`)).json.eta
      const shipment = await admin.done('/shipments', { transport_mode: 'air', mode: 'test', voyage_id: voyage.voyage_id })
      const path = `/shipments/${shipment.shipment_id}`
      await admin.done(`${path}/attach`, { code: parcel.parcel_number })
      assert.equal(await eta(), ETA)
      await admin.call('PATCH', `/ops/v1/voyages/${voyage.voyage_id}`, { arrives_at: LATER })
      assert.equal(await eta(), LATER)
      await admin.done(`${path}/depart`)
      await admin.done(`${path}/deliver`)
      assert.equal(await eta(), null)
      await admin.done(`/packages/${parcel.parcel_id}/undo_delivery`)
      assert.equal(await eta(), LATER)
      await admin.done(`${path}/undo_departure`)
      assert.equal(await eta(), LATER, 'it is still attached')
      await admin.done(`${path}/detach`, { code: parcel.parcel_number })
      assert.equal(await eta(), null)
      await assertAuditTrailValid(waybill)
    })
  })
}, postgres)
