// The cargo of a quote request: the field that each flow reads, the required fields of each type, and how the answer shows the cargo.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { refusedFields } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FIXED_SIZES = ["20'", "40'", "40' HC", "40' REEF", "20' REEF"]
const BOX = { length: 30, width: 20, height: 15 }
const WRONG_PACKAGE = { weight: -1, length: 'long' }

const without = (parcel: object, ...fields: string[]): object =>
  Object.fromEntries(Object.entries(parcel).filter(([field]) => !fields.includes(field)))

const AIR_ECHO = [
  {
    rule: 'export air reads package [create-quote.package] [quote.package]',
    parcel: exportAir({ package: { weight: 2.4, ...BOX, item_description: 'Carved bowls' } }),
    shown: { weight: 2.4, ...BOX, item_description: 'Carved bowls' },
  },
  {
    rule: 'export air reads the flat measurements [create-quote.declared_weight] [create-quote.description] [create-quote.rule-6]',
    parcel: { ...without(exportAir(), 'package'), declared_weight: 2.4, ...BOX, description: 'Carved bowls' },
    shown: { weight: 2.4, ...BOX, item_description: 'Carved bowls' },
  },
  {
    rule: 'mixed, package wins field by field and the flat fields fill the gaps [create-quote.rule-6]',
    parcel: exportAir({ package: { weight: 2.4, width: 25 }, declared_weight: 9, ...BOX, description: 'Carved bowls' }),
    shown: { weight: 2.4, ...BOX, width: 25, item_description: 'Carved bowls' },
  },
  {
    rule: 'dimensions are optional [quote.package]',
    parcel: exportAir({ package: { weight: 0.75 } }),
    shown: { weight: 0.75 },
  },
  {
    rule: 'export air ignores packages[], wrong or right [create-quote.transport_mode]',
    parcel: exportAir({ package: { weight: 3 }, packages: [{ weight: 'heavy' }, 7] }),
    shown: { weight: 3 },
  },
  {
    rule: 'import air reads packages[], and shows them beside the total [create-quote.packages] [air-element.package_type] [air-element.weight] [air-element.length] [quote.package]',
    parcel: importAir({
      packages: [{ package_type: 'Pallet', weight: 0.1, ...BOX }, { package_type: 'Crate', weight: 0.2 }, { weight: 5 }],
    }),
    shown: {
      weight: 5.3,
      packages: [{ package_type: 'Pallet', weight: 0.1, ...BOX }, { package_type: 'Crate', weight: 0.2 }, { weight: 5 }],
    },
  },
  {
    rule: 'the dimensions of a single listed piece are those of the whole [quote.package]',
    parcel: importAir({ packages: [{ package_type: 'Carton', weight: 12.5, ...BOX }], description: 'Phone cases' }),
    shown: { weight: 12.5, ...BOX, item_description: 'Phone cases', packages: [{ package_type: 'Carton', weight: 12.5, ...BOX }] },
  },
  {
    rule: 'import air with packages[] ignores package and the flat measurements, wrong or right',
    parcel: importAir({ packages: [{ weight: 4 }], package: WRONG_PACKAGE, declared_weight: 'x', length: 0 }),
    shown: { weight: 4, packages: [{ weight: 4 }] },
  },
  {
    rule: 'import air without packages[] reads package',
    parcel: { ...without(importAir(), 'packages'), package: { weight: 4, ...BOX, item_description: 'Toys' } },
    shown: { weight: 4, ...BOX, item_description: 'Toys' },
  },
  {
    rule: 'import air without packages[] and package reads the flat measurements',
    parcel: importAir({ packages: [], declared_weight: 4.25, description: 'Toys' }),
    shown: { weight: 4.25, item_description: 'Toys' },
  },
]

const OCEAN_ECHO = [
  ...FIXED_SIZES.map((container_size) => ({
    sent: { container_size, quantity: 2 },
    shown: { container_size, quantity: 2 },
    summary: `2 x ${container_size}`,
  })),
  { sent: { container_size: 'LCL', volume: 2.5 }, shown: { container_size: 'LCL', quantity: 1, volume: 2.5 }, summary: '1 x LCL' },
  {
    sent: { container_size: 'LCL', quantity: 3, ...BOX, commodity: 'Tiles', weight: 40.5 },
    shown: { container_size: 'LCL', quantity: 3, commodity: 'Tiles', weight: 40.5, ...BOX },
    summary: '3 x LCL',
  },
  {
    sent: { container_size: 'Ro-Ro', quantity: 1, weight: 1500, volume: 12 },
    shown: { container_size: 'Ro-Ro', quantity: 1, weight: 1500, volume: 12 },
    summary: '1 x Ro-Ro',
  },
  {
    sent: { container_size: 'Breakbulk', weight: 9000, ...BOX },
    shown: { container_size: 'Breakbulk', quantity: 1, weight: 9000, ...BOX },
    summary: '1 x Breakbulk',
  },
]

const WEIGHT_TEXTS = [
  [12.5, '12.5 kg'],
  [12, '12 kg'],
  [0.125, '0.125 kg'],
  [1_000_000, '1000000 kg'],
  [0.0000001, '0.0000001 kg'],
] as const

const inOcean = (element: object) => importOcean({ packages: [element] })

const REFUSED = [
  { why: 'export air without cargo', parcel: without(exportAir(), 'package'), fields: ['parcel.package'] },
  {
    why: 'export air with packages[] only [create-quote.transport_mode]',
    parcel: { ...without(exportAir(), 'package'), packages: [{ weight: 1 }] },
    fields: ['parcel.package'],
  },
  { why: 'import air without cargo', parcel: without(importAir(), 'packages'), fields: ['parcel.packages'] },
  {
    why: 'ocean without packages[] [create-quote.transport_mode]',
    parcel: { ...without(importOcean(), 'packages'), package: { weight: 1 } },
    fields: ['parcel.packages'],
  },
  {
    why: 'export ocean without packages[]',
    parcel: { ...without(exportOcean(), 'packages'), declared_weight: 1 },
    fields: ['parcel.packages'],
  },
  { why: 'ocean with an empty list', parcel: importOcean({ packages: [] }), fields: ['parcel.packages'] },
  { why: 'package without weight', parcel: exportAir({ package: BOX }), fields: ['parcel.package.weight'] },
  { why: 'flat measurements without weight', parcel: { ...without(exportAir(), 'package'), ...BOX }, fields: ['parcel.declared_weight'] },
  {
    why: 'a listed piece without weight [air-element.weight]',
    parcel: importAir({ packages: [{ weight: 1 }, BOX] }),
    fields: ['parcel.packages[1].weight'],
  },
  {
    why: 'one dimension without the others',
    parcel: exportAir({ package: { weight: 1, width: 5 } }),
    fields: ['parcel.package.height', 'parcel.package.length'],
  },
  {
    why: 'two flat dimensions without the third',
    parcel: { ...without(exportAir(), 'package'), declared_weight: 1, length: 5, width: 5 },
    fields: ['parcel.height'],
  },
  {
    why: 'two listed dimensions without the third [air-element.length]',
    parcel: importAir({ packages: [{ weight: 1, length: 5, height: 5 }] }),
    fields: ['parcel.packages[0].width'],
  },
  { why: 'no container size', parcel: inOcean({ quantity: 1 }), fields: ['parcel.packages[0].container_size'] },
  ...['20', "40'HC", "40' hc", 'lcl', 'RoRo', "20' ", 'Pallet'].map((container_size) => ({
    why: `container size ${JSON.stringify(container_size)} [ocean-element.container_size]`,
    parcel: inOcean({ container_size, volume: 1, weight: 1 }),
    fields: ['parcel.packages[0].container_size'],
  })),
  {
    why: 'LCL without volume [ocean-element.volume]',
    parcel: inOcean({ container_size: 'LCL', weight: 10 }),
    fields: ['parcel.packages[0].volume'],
  },
  {
    why: 'LCL with two dimensions [ocean-element.length] [ocean-element.volume]',
    parcel: inOcean({ container_size: 'LCL', length: 1, width: 1 }),
    fields: ['parcel.packages[0].volume'],
  },
  ...['Ro-Ro', 'Breakbulk'].flatMap((container_size) => [
    {
      why: `${container_size} without weight [ocean-element.weight]`,
      parcel: inOcean({ container_size, volume: 1 }),
      fields: ['parcel.packages[0].weight'],
    },
    {
      why: `${container_size} without volume [ocean-element.volume]`,
      parcel: inOcean({ container_size, weight: 1 }),
      fields: ['parcel.packages[0].volume'],
    },
    {
      why: `${container_size} without both`,
      parcel: inOcean({ container_size }),
      fields: ['parcel.packages[0].volume', 'parcel.packages[0].weight'],
    },
  ]),
]

describe('the cargo of a quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    for (const { rule, parcel, shown } of AIR_ECHO) {
      it(rule, async () => {
        const quote = await newQuote(tenant, parcel)
        assert.deepEqual(quote.package, shown)
        assert.deepEqual((await getQuote(tenant, quote.parcel_quote_id)).package, shown)
      })
    }

    for (const { sent, shown, summary } of OCEAN_ECHO) {
      it(`${summary} is shown as sent, under package.packages [ocean-element.container_size] [ocean-element.quantity] [ocean-element.commodity] [quote.package] [quote.cargo_volume]`, async () => {
        for (const flow of [importOcean, exportOcean]) {
          const quote = await newQuote(tenant, flow({ packages: [sent], package: WRONG_PACKAGE, declared_weight: 0 }))
          assert.deepEqual(quote.package, { packages: [shown] })
          assert.equal(quote.cargo_volume, summary)
          assert.deepEqual((await getQuote(tenant, quote.parcel_quote_id)).package, { packages: [shown] })
        }
      })
    }

    it('several ocean elements, one per cargo type, are joined with a comma [quote.cargo_volume] [create-quote.packages]', async () => {
      const packages = [
        { container_size: "40' HC", quantity: 2 },
        { container_size: 'LCL', volume: 3.5 },
        { container_size: "20'", quantity: 10_000 },
      ]
      const quote = await newQuote(tenant, importOcean({ packages }))
      assert.equal(quote.cargo_volume, "2 x 40' HC, 1 x LCL, 10000 x 20'")
      assert.deepEqual(quote.package.packages, [packages[0], { ...packages[1], quantity: 1 }, packages[2]])
    })

    for (const [weight, text] of WEIGHT_TEXTS) {
      it(`air cargo of ${text} is summed up without trailing zeros [quote.cargo_volume]`, async () => {
        assert.equal((await newQuote(tenant, exportAir({ package: { weight } }))).cargo_volume, text)
        assert.equal((await newQuote(tenant, importAir({ packages: [{ weight }] }))).cargo_volume, text)
      })
    }

    it('parcel_details has the chargeable weight of air and the volume of ocean [quote.origin_details]', async () => {
      const details = async (parcel: object) => (await newQuote(tenant, parcel)).parcel_details
      assert.deepEqual(await details(exportAir({ package: { weight: 2.1 } })), { transport_mode: 'air', chargeable_weight: 2.5 })
      assert.deepEqual(await details(importAir({ packages: [{ weight: 2.1 }] })), { transport_mode: 'air', chargeable_weight: 2.1 })
      const packages = [
        { container_size: 'LCL', volume: 1.1 },
        { container_size: 'LCL', quantity: 4, length: 100, width: 50, height: 50 },
      ]
      assert.deepEqual(await details(importOcean({ packages })), { transport_mode: 'ocean', volume: 2.1 })
    })

    for (const { why, parcel, fields } of REFUSED) {
      it(`refuses ${why}`, async () => {
        assert.deepEqual(await refusedFields(waybill, tenant, parcel), fields)
      })
    }
  })
})
