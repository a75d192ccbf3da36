// POST /v1/estimates prices cargo between countries exactly as a quote would. Nothing is stored, and an estimate cannot be booked.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readTables } from '../../../src/platform/engine/tables.ts'
import { agreeMarkup } from '../../support/calls/explain-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, iso, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { problemsIn } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { flatRecipient, flatSender } from '../../support/samples/parties.ts'
import {
  chinaSender,
  exportAir,
  exportOcean,
  exportSender,
  foreignRecipient,
  importAir,
  importOcean,
} from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** `parcel`: the full request for a quote. `least`: the fewest fields that an estimate needs. `charged`: the chargeable quantity. */
const FLOWS = [
  { flow: 'export air', parcel: exportAir(), least: { destination_country: 'GB', package: exportAir().package }, charged: '2.5 kg' },
  {
    flow: 'import air',
    parcel: importAir(),
    least: { direction: 'import', origin_country: 'CN', declared_weight: 12.5 },
    charged: '12.5 kg',
  },
  {
    flow: 'import ocean',
    parcel: importOcean(),
    least: { direction: 'import', transport_mode: 'ocean', sender: { address: { country: 'China' } }, packages: importOcean().packages },
    charged: '2.5 CBM',
  },
  {
    flow: 'export ocean',
    parcel: exportOcean(),
    least: { transport_mode: 'ocean', recipient: { address: { country: 'GBR' } }, packages: exportOcean().packages },
    charged: '1 container',
  },
]

const FLAT_EXPORT = {
  ...flatSender(exportSender),
  ...flatRecipient(foreignRecipient),
  declared_weight: 2.4,
  length: 30,
  width: 20,
  height: 15,
}

describe('estimating a price', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze()
      tenant = await waybill.newTenant()
      await agreeMarkup(waybill, tenant, '2.5')
    })
    after(() => waybill.close())

    const tryEstimate = (parcel: object, of = tenant) => of.post('/v1/estimates', { parcel })
    const estimate = async (parcel: object, of = tenant): Promise<Json> => {
      const answer = await tryEstimate(parcel, of)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    }
    /** Counts the rows of all tables, except the request log, which is written in the background. */
    const countRows = async (): Promise<Record<string, number>> => {
      const { db } = waybill.deps
      const tables = (await readTables(db, db.engine)).filter(({ name }) => name !== 'request_log')
      const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as rows from ${name}`)
      const found = await db.query<{ name: string; rows: number }>(counts.join(' union all '))
      return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
    }

    for (const { flow, parcel, least, charged } of FLOWS) {
      it(`${flow}: equals the quote, from all of its fields or from the minimum`, async () => {
        const quote = await newQuote(tenant, parcel)
        const offers: Json[] = quote.selected_rate ? [quote.selected_rate] : quote.rates
        for (const asked of [parcel, least]) {
          const { rates, cargo_volume, chargeable_basis, direction, transport_mode, estimated_at } = await estimate(asked)
          assert.deepEqual(
            rates,
            offers.map(({ id: _id, created_at: _createdAt, ...rate }) => rate),
          )
          assert.equal(cargo_volume, quote.cargo_volume)
          assert.deepEqual(
            chargeable_basis.map(({ quantity, unit }: Json) => `${quantity} ${unit}`),
            [charged],
          )
          assert.deepEqual([direction, transport_mode], [quote.direction, quote.parcel_details.transport_mode])
          assert.equal(estimated_at, iso(waybill.time.now()))
        }
      })

      it(`${flow}: stores nothing at all`, async () => {
        const before = await countRows()
        assert.ok(before.quotes! > 0 && before.events! > 0)
        await estimate(least)
        await tryEstimate({})
        await tryEstimate({ ...least, packages: 5 })
        assert.deepEqual(await countRows(), before)
      })
    }

    it('is cheapest first and cannot be booked: no rate has an id', async () => {
      const { rates } = await estimate(exportAir())
      const amounts = rates.map(({ rate }: Json) => Number(rate))
      assert.ok(amounts.length > 1)
      assert.deepEqual(
        amounts,
        amounts.toSorted((a: number, b: number) => a - b),
      )
      for (const rate of rates) assert.deepEqual([rate.id, rate.created_at], [undefined, undefined])
    })

    it('accepts the whole request of a quote in the flat style too', async () => {
      assert.deepEqual((await estimate(FLAT_EXPORT)).rates, (await estimate(exportAir())).rates)
    })

    it('starts an import for a customer at its pickup address, else at the China warehouse', async () => {
      const [american, plain] = [
        await newCustomer(tenant, { first_name: 'Sample', ...pickup, origin_country: 'USA' }),
        await newCustomer(tenant),
      ]
      const originFor = async (customer: object) =>
        (await estimate({ direction: 'import', packages: [{ weight: 2 }], ...customer })).origin_country
      assert.equal(await originFor({ address_suffix: american.address_suffix }), 'US')
      assert.equal(await originFor({ customer_id: plain.parcel_customer_id }), 'CN')
      assert.equal(await originFor({ sender_name: american.address_suffix }), 'US')
      assert.equal(await originFor({ address_suffix: american.address_suffix, origin_country: 'GB' }), 'GB')
    })

    it('refuses an unknown customer, as a quote does', async () => {
      const answer = await tryEstimate({ direction: 'import', packages: [{ weight: 2 }], customer_id: 'NOBODY1' })
      assert.deepEqual(Object.keys(problemsIn(answer, 'CUSTOMER_NOT_FOUND')), ['parcel.customer_id'])
    })

    it('requires no customer of a parcel-customer account, and no recipient with last mile', async () => {
      const strict = await waybill.newTenant({ parcelCustomerAccount: true, lastMile: true })
      await estimate({ direction: 'import', origin_country: 'CN', packages: [{ weight: 2 }] }, strict)
    })

    it('names all mistakes at once, each as the client wrote it', async () => {
      const flat = await tryEstimate({ origin_country: 'Atlantis', declared_weight: -1, length: 'long', dest_mobile: 5 })
      assert.deepEqual(Object.keys(problemsIn(flat)).sort(), [
        'parcel.declared_weight',
        'parcel.dest_mobile',
        'parcel.destination_country',
        'parcel.length',
        'parcel.origin_country',
      ])
      const nested = await tryEstimate({
        direction: 'import',
        transport_mode: 'ocean',
        sender: { name: 'Sample Supplier' },
        packages: [{ container_size: 'LCL' }, { container_size: "30'" }],
      })
      assert.deepEqual(Object.keys(problemsIn(nested)).sort(), [
        'parcel.packages[0].volume',
        'parcel.packages[1].container_size',
        'parcel.sender.address.country',
      ])
      for (const body of [{}, { parcel: null }])
        assert.deepEqual(problemsIn(await tenant.post('/v1/estimates', body)), { parcel: 'is required' })
    })

    it('is LANE_NOT_SERVED if no card of the operator prices it', async () => {
      const own = await waybill.newTenant()
      await publishCard(waybill, own, 'export-air', (tariff) => ({ ...tariff, services: [] }))
      assertRejected(await tryEstimate(exportAir(), own), 'LANE_NOT_SERVED')
      await estimate(importAir({ sender: chinaSender }), own)
    })
  })
})
