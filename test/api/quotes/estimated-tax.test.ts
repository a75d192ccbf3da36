// The tax shown on a quote uses the tax rate in force when the quote was priced. Once the price is final, the tax shown is the tax charged.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { cancelPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { createShipment, getQuote, HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const shown = ({ estimated_price, estimated_tax, estimated_total }: Json) => [estimated_price, estimated_tax, estimated_total]

forOneEngine((engine) => {
  describe('the tax of a quote', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())
    const receive = async (id: string, weight: number): Promise<Json> =>
      (await desk.done('/receipts', { mode: 'test', code: id, weight, length: 20, width: 20, height: 20 })).price
    const invoiced = async (own: Tenant): Promise<Json> => (await issueAll(desk, own.business.id)).lines[0]

    it('is null as long as no rate is set', async () => {
      const quote = await newQuote(tenant, importAir())
      assert.deepEqual(shown(quote), [quote.estimated_price, null, null])
      assert.equal(quote.selected_rate.breakdown.tax, undefined)
      assert.deepEqual(shown(await newQuote(tenant, exportAir())), [null, null, null])
    })

    it('follows the rate of the direction, from the first quote after it was set', async () => {
      await desk.done('/tax_rates', { kind: 'freight', direction: 'import', percent: '7.5' })
      const quote = await newQuote(tenant, importAir({ packages: [{ weight: 1.37 }] }))
      const [net, tax, total] = shown(quote)
      assert.deepEqual([tax, total], [Number((net * 0.075 + 1e-9).toFixed(2)), Number((net + tax).toFixed(2))])
      const { breakdown } = quote.selected_rate
      assert.deepEqual(breakdown.tax, { percent: '7.5', amount: tax.toFixed(2), total: total.toFixed(2) })
      assert.equal(breakdown.total, net.toFixed(2), 'the price of the contract is net')
      const ocean = await newQuote(tenant, importOcean())
      assert.equal(ocean.estimated_tax, ocean.estimated_price * 0.075)
      assert.equal((await newQuote(tenant, exportOcean())).estimated_tax, null, 'no rate is set for exports')
    })

    it('is part of every rate to choose from, of estimates, lists and quotes of packages', async () => {
      await desk.done('/tax_rates', { kind: 'freight', direction: 'export', percent: '0' })
      const quote = await newQuote(tenant, exportAir())
      assert.deepEqual(shown(quote), [null, null, null])
      for (const { rate, breakdown } of quote.rates) assert.deepEqual(breakdown.tax, { percent: '0', amount: '0.00', total: rate })
      const parcel = { direction: 'import', origin_country: 'CN', packages: [{ weight: 10 }] }
      const [estimate] = (await tenant.post('/v1/estimates', { parcel })).json.rates
      assert.equal(estimate.breakdown.tax.total, (Number(estimate.rate) * 1.075).toFixed(2))
      const { quoteId, quote: booked, ids } = await book(tenant, importAir())
      const [listed] = (await tenant.get('/v1/parcel_quotes?status=booked')).json
      const [parcelListed] = (await tenant.get('/v1/packages?expand=quote')).json
      for (const each of [await getQuote(tenant, quoteId), listed, parcelListed.quote]) assert.deepEqual(shown(each), shown(booked))
      const page = await desk.get(`/packages/${ids[0]}`)
      assert.equal(page.price.tax.total, booked.estimated_total.toFixed(2))
    })

    it('is the charged tax once the price is final, although the rate has changed since the booking', async () => {
      const own = await waybill.newTenant()
      const { quoteId, quote, ids } = await book(own, importAir({ packages: [{ weight: 10 }] }))
      await desk.done('/tax_rates', { kind: 'freight', direction: 'import', percent: '10' })
      assert.deepEqual(shown(await getQuote(own, quoteId)), shown(quote), 'a booked estimate stays as it was quoted')
      const price = await receive(ids[0]!, 12)
      const [net, tax, total] = shown(await getQuote(own, quoteId))
      assert.deepEqual(price.tax, { percent: '10', amount: tax.toFixed(2), total: total.toFixed(2) })
      const line = await invoiced(own)
      assert.deepEqual([Number(line.net), Number(line.tax)], [net, tax])
      await desk.done('/tax_rates', { kind: 'freight', direction: 'import', percent: '7.5' })
      assert.deepEqual(shown(await getQuote(own, quoteId)), [net, tax, total])
    })

    it('is the tax at booking for an export by air, and is also charged', async () => {
      const own = await waybill.newTenant()
      const quote = await newQuote(own, exportAir())
      await desk.done('/tax_rates', { kind: 'freight', direction: 'export', percent: '5' })
      const booked = await createShipment(own, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
      const line = await invoiced(own)
      assert.deepEqual([line.tax_percent, Number(line.tax)], ['5', booked.json.estimated_tax])
    })

    it('is renewed with a pending estimate, and stays with a final price when a package is cancelled', async () => {
      const own = await waybill.newTenant()
      const quote = await newQuote(own, importOcean())
      await desk.done('/tax_rates', { kind: 'freight', direction: 'import', percent: '20' })
      await own.post('/v1/test_clock', { advance_seconds: HOUR_MS / 1000 + 60 })
      assert.equal((await getQuote(own, quote.parcel_quote_id)).estimated_tax, quote.estimated_price / 5)
      const { quoteId, ids } = await book(own, importAir({ packages: [{ weight: 10 }, { weight: 10 }] }))
      for (const id of ids) await receive(id, 10)
      const final = await getQuote(own, quoteId)
      await cancelPackage(own, ids[0]!)
      assert.deepEqual(shown(await getQuote(own, quoteId)), shown(final))
    })
  })
})
