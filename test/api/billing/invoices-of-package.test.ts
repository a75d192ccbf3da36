// `/v1/invoices?package_id=` lists the invoices of a package, including an invoice for freight that several packages share.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { bookPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_S = 24 * 60 * 60

forEachEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  const received = async (of: Tenant, weights: number[]): Promise<string[]> => {
    const packages = weights.map((weight) => ({ weight }))
    const { parcel_quote_id: quote } = await bookPackage(of, importAir({ packages }))
    const parcels: Json[] = (await of.get(`/v1/packages?parcel_quote_id=${quote}`)).json
    for (const { parcel_id: id } of parcels)
      assert.equal(
        (await of.post(`/v1/test_helpers/packages/${id}/receive`, { weight: 1.5, length: 100, width: 100, height: 10 })).status,
        200,
      )
    return parcels.map(({ parcel_id: id }) => id)
  }
  const issue = async (of: Tenant): Promise<string> => {
    const { status, text, json } = await of.post('/v1/test_helpers/invoices', {})
    assert.equal(status, 201, text)
    return (Array.isArray(json) ? json[0] : (json.invoices?.[0] ?? json)).invoice_id
  }
  const invoicesOf = async (id: string, more = '', of = tenant): Promise<string[]> =>
    (await of.get(`/v1/invoices?package_id=${id}${more}`)).json.map(({ invoice_id: invoice }: Json) => invoice)

  it('lists those of its freight, which several packages share, and of its own storage, newest first', async () => {
    const [first, second] = await received(tenant, [1, 2])
    const freight = await issue(tenant)
    const [alone] = await received(tenant, [3])
    const another = await issue(tenant)
    assert.deepEqual([await invoicesOf(first!), await invoicesOf(second!), await invoicesOf(alone!)], [[freight], [freight], [another]])
    // The first package is stored past its free days, and departs.
    await tenant.post('/v1/test_clock', { advance_seconds: 20 * DAY_S })
    assert.equal((await tenant.post(`/v1/test_helpers/packages/${first}/depart`)).status, 200)
    const storage = await issue(tenant)
    assert.deepEqual(await invoicesOf(first!), [storage, freight])
    assert.deepEqual(await invoicesOf(second!), [freight], 'storage of another package')
    assert.deepEqual(await invoicesOf(first!, '&per_page=1&page=2'), [freight])
    assert.deepEqual(await invoicesOf(first!, '&status=paid'), [])
  })

  it('lists nothing for a package of another business or mode, and for one that there is not', async () => {
    const other = await waybill.newTenant()
    const [theirs] = await received(other, [1])
    const invoice = await issue(other)
    assert.deepEqual(await invoicesOf(theirs!, '', other), [invoice])
    assert.deepEqual(await invoicesOf(theirs!), [])
    assert.deepEqual((await other.get(`/v1/invoices?package_id=${theirs}`, { key: other.liveKey })).json, [])
    assert.deepEqual(await invoicesOf('pkg_01kqn2x4t8e6nvd0t2d5c1yq7w'), [])
    assert.deepEqual(await invoicesOf('x'), [])
  })
})
