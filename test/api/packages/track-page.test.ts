// The public tracking page: how far a parcel is, and nothing about anybody.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeCode } from '../../../src/domain/values/codes.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportSender, foreignRecipient, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const bookedParcel = async (tenant: Tenant): Promise<{ parcel_id: string; parcel_number: string }> => {
  const quote = await tenant.post('/v1/parcel_quotes', { parcel: importAir() })
  const booked = await tenant.post(`/v1/packages/${quote.json.parcel_quote_id}/create_shipment`)
  return booked.json.parcel_details.parcels[0]
}

forOneEngine((engine) => {
  describe('the public tracking page', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('shows the four steps without a key, however the number is typed', async () => {
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

    it('recognises a mistyped number and writes back nothing that runs', async () => {
      const { parcel_number } = await bookedParcel(await waybill.newTenant())
      const wrong = parcel_number.slice(0, -1) + (parcel_number.endsWith('2') ? '3' : '2')
      const mistyped = await waybill.call('GET', `/track/${wrong}`)
      assert.equal(mistyped.status, 404)
      assert.match(mistyped.text, /mistyped/)
      const hostile = await waybill.call('GET', `/track/${encodeURIComponent('"><script>alert(1)</script>')}`)
      assert.equal(hostile.status, 404)
      assert.doesNotMatch(hostile.text, /<script/)
    })

    it('takes the number from its own form', async () => {
      const form = await waybill.call('GET', '/track')
      assert.match(form.text, /<form action="\/track" method="get">/)
      const sent = await waybill.call('GET', '/track?number=P%202345')
      assert.equal(sent.status, 303)
      assert.equal(sent.headers.get('location'), '/track/P%202345')
    })

    it('throttles guessing and not reading', async () => {
      const { parcel_number } = await bookedParcel(await waybill.newTenant())
      const statuses: number[] = []
      for (let guess = 0; guess < 31; guess++) {
        const code = makeCode('P', waybill.deps.random(16))
        statuses.push((await waybill.call('GET', `/track/${code}`)).status)
      }
      assert.deepEqual([...new Set(statuses.slice(0, 30))], [404])
      assert.equal(statuses[30], 429)
      assert.equal((await waybill.call('GET', `/track/${parcel_number}`)).status, 200)
    })
  })
})
