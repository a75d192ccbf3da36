// Each difference between two cards is reported once, with its place on the card and the change in percent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExportAirTariff, ImportAirTariff, OceanTariff } from '../rate-card.ts'
import { describeDiff, diffCards } from './diff-cards.ts'
import type { CardContent } from './layout.ts'

const SURCHARGES = { minimumCharge: '0', fuelPercent: '0', handlingFee: '10' }

const EXPORT_AIR: ExportAirTariff = {
  kind: 'export_air',
  volumetricDivisor: 5000,
  stepKg: '0.5',
  zones: [
    { zone: 'A', countries: ['GH', 'TG'] },
    { zone: 'B', countries: '*' },
  ],
  services: [
    {
      carrier: 'Acme',
      service: 'Fast',
      surcharges: SURCHARGES,
      zones: [
        {
          zone: 'A',
          transitDays: 2,
          breaks: [
            { upToKg: '5', pricePerKg: '14.00' },
            { upToKg: null, pricePerKg: '9.80' },
          ],
        },
        { zone: 'B', transitDays: 4, breaks: [{ upToKg: null, pricePerKg: '20' }] },
      ],
    },
  ],
}
const IMPORT_AIR: ImportAirTariff = {
  kind: 'import_air',
  countries: ['CN'],
  volumetricDivisor: 6000,
  stepKg: null,
  pricePerKg: '8.50',
  transitDays: 7,
  surcharges: SURCHARGES,
}
const OCEAN: OceanTariff = { kind: 'ocean_import', countries: ['CN', 'HK'], prices: { "20'": '2900', LCL: '200' }, surcharges: SURCHARGES }

const card = (tariff: CardContent['tariff'], more: Partial<CardContent> = {}): CardContent => ({
  title: 'Card',
  currency: 'USD',
  tariff,
  ...more,
})

type Zones = ExportAirTariff['services'][number]['zones']
const fast = (change: (zones: Zones) => Zones): ExportAirTariff => ({
  ...EXPORT_AIR,
  services: EXPORT_AIR.services.map((service) => ({ ...service, zones: change(service.zones) })),
})
const zoneA = (breaks: Zones[number]['breaks']): ExportAirTariff => fast(([a, b]) => [{ ...a!, breaks }, b!])

/** The name of a change, the two cards, and the lines that describe the change. */
const DIFFERENCES: [string, CardContent, CardContent, string[]][] = [
  ['nothing', card(EXPORT_AIR), card(structuredClone(EXPORT_AIR)), ['No differences.']],
  [
    'only the spelling of numbers and the order of rows',
    card(EXPORT_AIR),
    card({
      ...fast(([a, b]) => [
        b!,
        {
          ...a!,
          breaks: [
            { upToKg: '5.0', pricePerKg: '14' },
            { upToKg: null, pricePerKg: '9.8' },
          ],
        },
      ]),
      stepKg: '0.50',
      zones: [
        { zone: 'B', countries: '*' },
        { zone: 'A', countries: ['TG', 'GH'] },
      ],
    }),
    ['No differences.'],
  ],
  [
    'a price',
    card(EXPORT_AIR),
    card(
      zoneA([
        { upToKg: '5', pricePerKg: '14.70' },
        { upToKg: null, pricePerKg: '9.80' },
      ]),
    ),
    ['changed  Acme Fast, zone A, over 0 up to 5 kg: price_per_kg 14.00 -> 14.70 (+5%)'],
  ],
  [
    'the bound of a weight break',
    card(EXPORT_AIR),
    card(
      zoneA([
        { upToKg: '6', pricePerKg: '14.00' },
        { upToKg: null, pricePerKg: '9.80' },
      ]),
    ),
    [
      'added    Acme Fast, zone A, over 0 up to 6 kg: price_per_kg 14.00',
      'added    Acme Fast, zone A, over 6 kg: price_per_kg 9.80',
      'removed  Acme Fast, zone A, over 0 up to 5 kg: price_per_kg 14.00',
      'removed  Acme Fast, zone A, over 5 kg: price_per_kg 9.80',
    ],
  ],
  [
    'a zone no longer served',
    card(EXPORT_AIR),
    card(fast(([a]) => [a!])),
    ['removed  Acme Fast, zone B: transit_days 4', 'removed  Acme Fast, zone B, over 0 kg: price_per_kg 20'],
  ],
  [
    'the zone of a country',
    card(EXPORT_AIR),
    card({
      ...EXPORT_AIR,
      zones: [
        { zone: 'A', countries: ['TG', 'BJ'] },
        { zone: 'B', countries: ['GH'] },
      ],
    }),
    ['added    Benin (BJ): zone A', 'changed  Ghana (GH): zone A -> B', 'removed  every other country (*): zone B'],
  ],
  [
    'card figures',
    card(IMPORT_AIR),
    card({ ...IMPORT_AIR, stepKg: '0.5', volumetricDivisor: 5000, transitDays: 10, countries: '*' }, { title: 'New card' }),
    [
      'changed  title Card -> New card',
      'added    every other country (*): countries covered',
      'changed  volumetric_divisor_cm3_per_kg 6000 -> 5000 (-16.67%)',
      'changed  step_kg none -> 0.5',
      'changed  transit_days 7 -> 10 (+42.86%)',
      'removed  China (CN): countries covered',
    ],
  ],
  [
    'container sizes and surcharges',
    card(OCEAN),
    card({ ...OCEAN, prices: { "20'": '2755', "40'": '4600' }, surcharges: { minimumCharge: '50', fuelPercent: '0.0', handlingFee: '0' } }),
    [
      'changed  minimum_charge 0 -> 50',
      'changed  handling_fee 10 -> 0 (-100%)',
      "changed  20': price_per_unit 2900 -> 2755 (-5%)",
      "added    40': price_per_unit 4600",
      'removed  LCL: price_per_unit 200',
    ],
  ],
  [
    'the currency, after which no two amounts compare',
    card(IMPORT_AIR),
    card({ ...IMPORT_AIR, pricePerKg: '12000', transitDays: 14 }, { currency: 'NGN' }),
    ['changed  currency USD -> NGN', 'changed  price_per_kg 8.50 -> 12000', 'changed  transit_days 7 -> 14 (+100%)'],
  ],
]

describe('diffCards', () => {
  for (const [what, before, after, lines] of DIFFERENCES) {
    it(`describes ${what}`, () => assert.deepEqual(describeDiff(diffCards(before, after)), lines))

    it(`describes the reverse: ${what}`, () => {
      const mirrored = diffCards(after, before).map(({ before: was, after: is }) => [is, was])
      const told = diffCards(before, after).map(({ before: was, after: is }) => [was, is])
      assert.deepEqual(mirrored.map(String).sort(), told.map(String).sort())
    })
  }

  it('has the place in a form for programs too', () => {
    const after = zoneA([
      { upToKg: '5', pricePerKg: '7' },
      { upToKg: null, pricePerKg: '9.80' },
    ])
    assert.deepEqual(diffCards(card(EXPORT_AIR), card(after)), [
      {
        change: 'changed',
        where: { carrier: 'Acme', service: 'Fast', zone: 'A', weightBreak: { overKg: '0', upToKg: '5' }, field: 'price_per_kg' },
        before: '14.00',
        after: '7',
        percent: '-50',
      },
    ])
  })
})
