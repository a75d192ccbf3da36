// The public tracking page shows the progress of a parcel, and no personal data.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeCode } from '../../../src/domain/values/codes.ts'
import { sendNotice } from '../../support/calls/package-calls.ts'
import { attachAll, moveShipment, newShipment, storedPackages } from '../../support/calls/shipment-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportSender, foreignRecipient, importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000

const bookQuote = async (tenant: Tenant, parcel: object): Promise<Answer> => {
  const { json } = await tenant.post('/v1/parcel_quotes', { parcel })
  return tenant.post(`/v1/packages/${json.parcel_quote_id}/create_shipment`, json.rates[0] ? { rate_id: json.rates[0].id } : {})
}

const bookedParcel = async (tenant: Tenant): Promise<{ parcel_id: string; parcel_number: string }> =>
  (await bookQuote(tenant, importAir())).json.parcel_details.parcels[0]

forOneEngine((engine) => {
  describe('the public tracking page', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('shows the four steps without a key, in any notation of the number', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id, parcel_number } = await bookedParcel(tenant)
      await tenant.post(`/v1/test_helpers/packages/${parcel_id}/receive`, {})
      const typed = `${parcel_number.slice(0, 4)}-${parcel_number.slice(4, 8)}-${parcel_number.slice(8)}`.toLowerCase()
      const page = await waybill.call('GET', `/track/${typed}`)
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type')!, /^text\/html/)
      assert.equal(page.text.match(/<li class="done">/g)?.length, 2)
      assert.equal(page.text.match(/<li>/g)?.length, 2)
      assert.match(page.text, /China to Nigeria/)
      assert.match(page.text, /Africa\/Lagos/)
    })

    it('accepts every code that a booking gave its client', async () => {
      const tenant = await waybill.newTenant()
      const booked = (await bookQuote(tenant, importAir())).json
      const { parcel_id, parcel_number } = booked.parcel_details.parcels[0]
      const exported = (await bookQuote(tenant, exportAir())).json
      for (const [code, number] of [
        [parcel_id, parcel_number],
        [booked.reference, parcel_number],
        [exported.tracking_code.toLowerCase(), exported.parcel_details.parcels[0].parcel_number],
      ]) {
        const page = await waybill.call('GET', `/track/${code}`)
        assert.equal(page.status, 200, code)
        assert.match(page.text, new RegExp(`<h1>Parcel ${number}</h1>`), code)
      }
    })

    it('lists the parcels of a code that has several', async () => {
      const tenant = await waybill.newTenant()
      const packages = [{ weight: 2 }, { weight: 3 }]
      const { reference, parcel_details } = (await bookQuote(tenant, importAir({ packages }))).json
      const page = await waybill.call('GET', `/track/${reference}`)
      assert.equal(page.status, 200)
      for (const { parcel_number } of parcel_details.parcels) assert.match(page.text, new RegExp(`<a href="/track/${parcel_number}">`))
    })

    it('shows the arrival, the number of pieces and whether it is held, but not why', async () => {
      const tenant = await waybill.newTenant()
      const staff = await signedIn(waybill, 'warehouse')
      const [parcel] = await storedPackages(tenant, 1)
      const shipment = await newShipment(staff, { eta: '2026-11-21T08:00:00Z' })
      await attachAll(staff, shipment, [parcel!])
      await moveShipment(staff, shipment, 'depart')
      const read = async () => (await waybill.call('GET', `/track/${parcel!.parcel_number}`)).text
      assert.match(await read(), /Expected 21 Nov 2026, 09:00\. Next: it is handed over/)
      await sendNotice(tenant, parcel!.parcel_id, { action: 'hold', body: 'Duty is unpaid' })
      const held = await read()
      assert.match(held, /It is being held for now\./)
      assert.doesNotMatch(held, /Duty/)
    })

    it('has no personal data and runs no script', async () => {
      const { parcel_number } = await bookedParcel(await waybill.newTenant({ name: 'Hidden Imports' }))
      const page = await waybill.call('GET', `/track/${parcel_number}`)
      const parcel = importAir()
      const secrets = [parcel.sender, parcel.recipient, exportSender, foreignRecipient].flatMap((party) => [
        party.name,
        party.phone,
        party.email,
        party.address.street,
      ])
      for (const secret of [...secrets, 'Hidden Imports']) assert.ok(!page.text.includes(secret), secret)
      assert.doesNotMatch(page.text, /<script|https?:\/\//)
      assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; img-src data:; style-src 'sha256-/)
      assert.equal(page.headers.get('x-robots-tag'), 'noindex')
      assert.equal(page.headers.get('cache-control'), 'no-store')
    })

    it('recognises a mistyped number and escapes it in the answer', async () => {
      const { parcel_number } = await bookedParcel(await waybill.newTenant())
      const wrong = parcel_number.slice(0, -1) + (parcel_number.endsWith('2') ? '3' : '2')
      const mistyped = await waybill.call('GET', `/track/${wrong}`)
      assert.equal(mistyped.status, 404)
      assert.match(mistyped.text, /mistyped/)
      const hostile = await waybill.call('GET', `/track/${encodeURIComponent('"><script>alert(1)</script>')}`)
      assert.equal(hostile.status, 404)
      assert.doesNotMatch(hostile.text, /<script/)
    })

    it('accepts the number from its own form', async () => {
      const form = await waybill.call('GET', '/track')
      assert.match(form.text, /<form action="\/track" method="get">/)
      const sent = await waybill.call('GET', '/track?number=P%202345')
      assert.equal(sent.status, 303)
      assert.equal(sent.headers.get('location'), '/track/P%202345')
    })

    it('refuses every number from an address that guessed thirty wrong ones, for a minute', async () => {
      const { parcel_number } = await bookedParcel(await waybill.newTenant())
      waybill.time.advance(MINUTE_MS)
      const statuses: number[] = []
      for (let guess = 0; guess < 31; guess++) {
        const code = makeCode('P', waybill.deps.random(16))
        statuses.push((await waybill.call('GET', `/track/${code}`)).status)
      }
      assert.deepEqual([...new Set(statuses.slice(0, 30))], [404])
      assert.equal(statuses[30], 429)
      for (const number of [parcel_number, '1Z999AA10123456784']) assert.equal((await waybill.call('GET', `/track/${number}`)).status, 429)
      waybill.time.advance(MINUTE_MS)
      assert.equal((await waybill.call('GET', `/track/${parcel_number}`)).status, 200)
    })
  })
})
