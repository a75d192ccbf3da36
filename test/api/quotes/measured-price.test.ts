// The final price: unit prices frozen at booking, times the measured cargo. It is calculated once, when the last package has arrived.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { cancelPackage, play, tryStep } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, getQuote, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Sample prices from China, by air and by LCL, in USD; and the sample exchange rate. */
const AIR_PER_KG = 8.5
const LCL_PER_CBM = 200
const NGN_PER_USD = 1_400

const twoPieces = importAir({ packages: [{ weight: 12.5 }, { weight: 7.5 }] })
const air = (kg: number): number => kg * AIR_PER_KG * NGN_PER_USD
const lcl = (cbm: number): number => cbm * LCL_PER_CBM * NGN_PER_USD

describe('the final price after the warehouse has measured', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const booking = async (tenant: Tenant, parcel: object) => {
      const quote = await bookedQuote(tenant, parcel)
      const ids: string[] = quote.parcel_details.parcels.map((each: Json) => each.parcel_id)
      return { quote, ids, read: () => getQuote(tenant, quote.parcel_quote_id) }
    }

    const assertPrice = (quote: Json, price: number, before?: number): void => {
      assert.equal(quote.estimated_price, price)
      assert.equal(quote.selected_rate.rate, price.toFixed(2))
      const { total, lines, previous } = quote.selected_rate.breakdown
      assert.equal(total, price.toFixed(2))
      assert.equal(lines.reduce((sum: number, line: Json) => sum + Number(line.amount), 0).toFixed(2), total)
      if (before === undefined) assert.equal(previous, undefined)
      else assert.partialDeepStrictEqual(previous, { total: before.toFixed(2), difference: (price - before).toFixed(2) })
    }

    it('waits for the last package of an import by air, then uses the measured weights, and shows both totals [service.3]', async () => {
      const tenant = await waybill.newTenant()
      const { quote, ids, read } = await booking(tenant, twoPieces)
      assertPrice(quote, air(20))
      assert.equal(quote.selected_rate.currency, 'NGN')
      await play(tenant, ids[0]!, 'receive', { weight: 13 })
      assert.deepEqual((await read()).selected_rate, quote.selected_rate)
      await play(tenant, ids[1]!, 'receive', { weight: 9.5 })
      const final = await read()
      assertPrice(final, air(22.5), air(20))
      assert.equal(final.selected_rate.id, quote.selected_rate.id)
      assert.equal(final.status, 'booked')
    })

    it('saves the quote with each receipt, so that the later of two concurrent receipts is the last', async () => {
      const tenant = await waybill.newTenant()
      const { quote, ids } = await booking(tenant, twoPieces)
      const scope = { businessId: tenant.business.id, mode: 'test' as const }
      const version = async (): Promise<number> => (await quotes.load(waybill.deps.db, scope, quote.parcel_quote_id)).version
      const booked = await version()
      await play(tenant, ids[0]!, 'receive', { weight: 13 })
      assert.equal(await version(), booked + 1)
    })

    it('is previewed without cancelled packages, and does not change for export by air', async () => {
      const [tenant, dock] = [await waybill.newTenant(), await atDock(waybill)]
      const { ids, numbers } = await book(tenant, twoPieces)
      await cancelPackage(tenant, ids[0]!)
      const { price } = await dock.done('/receipts/preview', { code: numbers[1], weight: 5 })
      assert.equal(price.after, air(5).toFixed(2))
      const exported = await book(tenant, exportAir())
      const { price: kept } = await dock.done('/receipts/preview', { code: exported.numbers[0], weight: 3 })
      assert.deepEqual([kept.after, kept.difference, kept.final], [kept.before, '0.00', false])
      assert.match(kept.reasons[0], /Export by air keeps the price/)
    })

    it('uses the volume if it exceeds the weight, by air', async () => {
      const tenant = await waybill.newTenant()
      const { ids, read } = await booking(tenant, importAir())
      await play(tenant, ids[0]!, 'receive', { weight: 13, length: 100, width: 60, height: 50 })
      assertPrice(await read(), air(50), air(12.5))
    })

    it('uses the measured volume, by ocean', async () => {
      const tenant = await waybill.newTenant()
      const { quote, ids, read } = await booking(tenant, importOcean())
      assertPrice(quote, lcl(2.5))
      await play(tenant, ids[0]!, 'receive', { volume: 3.1 })
      assertPrice(await read(), lcl(3.1), lcl(2.5))
    })

    it('uses the measured dimensions times the quantity, by ocean', async () => {
      const tenant = await waybill.newTenant()
      const { ids, read } = await booking(tenant, importOcean())
      await play(tenant, ids[0]!, 'receive', { length: 100, width: 100, height: 100, quantity: 4 })
      assertPrice(await read(), lcl(4), lcl(2.5))
    })

    it('uses the number of containers that arrived, also for export by ocean', async () => {
      const tenant = await waybill.newTenant()
      const { quote, ids, read } = await booking(tenant, exportOcean())
      await play(tenant, ids[0]!, 'receive', { quantity: 2 })
      assertPrice(await read(), quote.estimated_price * 2, quote.estimated_price)
    })

    it('does not change if the measurements agree, or are missing', async () => {
      for (const measured of [{ weight: 12.5 }, undefined]) {
        const tenant = await waybill.newTenant()
        const { ids, read } = await booking(tenant, importAir())
        await play(tenant, ids[0]!, 'receive', measured)
        assertPrice(await read(), air(12.5))
      }
    })

    it('ignores a cancelled package, in either order', async () => {
      for (const cancelFirst of [true, false]) {
        const tenant = await waybill.newTenant()
        const { ids, read } = await booking(tenant, twoPieces)
        const cancel = () => cancelPackage(tenant, ids[0]!)
        if (cancelFirst) await cancel()
        await play(tenant, ids[1]!, 'receive', { weight: 8 })
        if (!cancelFirst) await cancel()
        assertPrice(await read(), air(8), air(20))
      }
    })

    it('becomes final once: cancelling a package later changes nothing', async () => {
      const tenant = await waybill.newTenant()
      const { ids, read } = await booking(tenant, twoPieces)
      for (const id of ids) await play(tenant, id, 'receive', { weight: 10.5 })
      const final = await read()
      assertPrice(final, air(21), air(20))
      await cancelPackage(tenant, ids[0]!)
      assert.deepEqual((await read()).selected_rate, final.selected_rate)
    })

    it('stays at the booked price when every package is cancelled', async () => {
      const tenant = await waybill.newTenant()
      const { quote, ids, read } = await booking(tenant, twoPieces)
      for (const id of ids) await cancelPackage(tenant, id)
      assert.deepEqual((await read()).selected_rate, quote.selected_rate)
    })

    it('uses the unit prices of the booking, not the current ones', async () => {
      const tenant = await waybill.newTenant()
      const { ids, read } = await booking(tenant, importAir())
      await publishCard(waybill, tenant, 'import-air-china', (tariff) => ({ ...tariff, pricePerKg: '99.00' }))
      assert.equal((await newQuote(tenant, importAir())).estimated_price, 12.5 * 99 * NGN_PER_USD)
      await play(tenant, ids[0]!, 'receive', { weight: 20 })
      assertPrice(await read(), air(20), air(12.5))
    })

    it('never changes for export air', async () => {
      const tenant = await waybill.newTenant()
      const { quote, ids, read } = await booking(tenant, exportAir())
      await play(tenant, ids[0]!, 'receive', { weight: 50 })
      assert.deepEqual((await read()).selected_rate, quote.selected_rate)
    })

    it('is right when all packages arrive at the same moment', async () => {
      const tenant = await waybill.newTenant()
      const { ids, read } = await booking(tenant, importAir({ packages: Array.from({ length: 8 }, () => ({ weight: 1 })) }))
      const answers = await Promise.all(ids.map((id) => tryStep(tenant, id, 'receive', { weight: 2 })))
      assert.deepEqual(
        answers.map((answer) => answer.status),
        ids.map(() => 200),
      )
      assertPrice(await read(), air(16), air(8))
    })
  })
})
