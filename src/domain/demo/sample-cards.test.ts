// The sample rate cards cover every country and container size, and have exactly the prices listed here.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ContainerSize } from '../pricing/cargo.ts'
import { CONTAINER_SIZES } from '../pricing/cargo.ts'
import type { CardKind, CardOf } from '../pricing/rate-card.ts'
import { cardsFor, NO_SURCHARGES, zoneOf } from '../pricing/rate-card.ts'
import { allCountries, countryCode } from '../values/country.ts'
import { SAMPLE_CARDS, SAMPLE_FX, SAMPLE_WAREHOUSE } from './sample-cards.ts'

type OceanFigures = Record<ContainerSize, string>

const CHINA: OceanFigures = {
  LCL: '200',
  "20'": '2900',
  "40'": '4600',
  "40' HC": '4800',
  "20' REEF": '5200',
  "40' REEF": '7600',
  'Ro-Ro': '110',
  Breakbulk: '120',
}
const TEN_PERCENT_ABOVE: OceanFigures = {
  LCL: '220',
  "20'": '3190',
  "40'": '5060',
  "40' HC": '5280',
  "20' REEF": '5720',
  "40' REEF": '8360',
  'Ro-Ro': '121',
  Breakbulk: '132',
}
const SIXTY_PERCENT: OceanFigures = {
  LCL: '120',
  "20'": '1740',
  "40'": '2760',
  "40' HC": '2880',
  "20' REEF": '3120',
  "40' REEF": '4560',
  'Ro-Ro': '66',
  Breakbulk: '72',
}

const ISO_EXCEPT_CHINA = allCountries.filter((code) => code !== 'CN')

const sample = <K extends CardKind>(kind: K, country: string): CardOf<K> => cardsFor(SAMPLE_CARDS, kind, country)[0]!

const exportAir = sample('export_air', 'GB').tariff

describe('sample cards', () => {
  const OCEAN: [lane: string, kind: 'ocean_import' | 'ocean_export', countries: readonly string[], figures: OceanFigures][] = [
    ['imports from China', 'ocean_import', ['CN'], CHINA],
    ['imports from every other country, 10 % above', 'ocean_import', ISO_EXCEPT_CHINA, TEN_PERCENT_ABOVE],
    ['exports to every country, 60 % of the China card', 'ocean_export', allCountries, SIXTY_PERCENT],
  ]
  for (const [name, kind, countries, figures] of OCEAN) {
    it(`price ocean ${name}`, () => {
      for (const code of countries) assert.deepEqual(sample(kind, code).tariff.prices, figures, code)
    })
  }

  it('price import air at USD 8.50 per kg from China and 10 % above from elsewhere, cm³/6000, no step', () => {
    const from = (code: string) => sample('import_air', code).tariff
    assert.deepEqual([from('CN').pricePerKg, from('CN').volumetricDivisor, from('CN').stepKg], ['8.50', 6000, null])
    for (const code of ISO_EXCEPT_CHINA) {
      assert.deepEqual([from(code).pricePerKg, from(code).volumetricDivisor, from(code).stepKg], ['9.35', 6000, null])
    }
  })

  it('charge no surcharges, are in dollars, in force from the start, and say that they are samples', () => {
    for (const card of SAMPLE_CARDS) {
      const charged =
        card.tariff.kind === 'export_air' ? card.tariff.services.map((service) => service.surcharges) : [card.tariff.surcharges]
      for (const surcharges of charged) assert.deepEqual(surcharges, NO_SURCHARGES)
      assert.deepEqual([card.currency, card.effectiveFrom, card.version, card.sample, card.businessId], ['USD', 0, 1, true, null])
      assert.match(card.title, /sample/i)
    }
  })

  it('have a card for each kind and country, and unique ids', () => {
    const kinds: CardKind[] = ['export_air', 'import_air', 'ocean_import', 'ocean_export']
    for (const kind of kinds) for (const code of allCountries) assert.ok(sample(kind, code), `${kind} ${code}`)
    assert.equal(new Set(SAMPLE_CARDS.map((card) => card.id)).size, SAMPLE_CARDS.length)
  })

  it('price every container size', () => {
    for (const { tariff } of SAMPLE_CARDS) {
      if ('prices' in tariff) assert.deepEqual(Object.keys(tariff.prices).toSorted(), [...CONTAINER_SIZES].toSorted())
    }
  })

  it('convert dollars at 1,400', () => assert.deepEqual([SAMPLE_FX.base, SAMPLE_FX.quote, SAMPLE_FX.rate], ['USD', 'NGN', '1400']))

  it('come with a warehouse in China', () => {
    assert.equal(SAMPLE_WAREHOUSE.country, 'CN')
    assert.equal(countryCode(SAMPLE_WAREHOUSE.address.country!), 'CN')
    for (const field of ['street', 'city', 'state', 'postalCode'] as const) assert.ok(SAMPLE_WAREHOUSE.address[field])
  })
})

describe('the sample export-air card', () => {
  it('has every ISO country, Nigeria too, in exactly one of its zones', () => {
    for (const code of allCountries) {
      const named = exportAir.zones.filter(({ countries }) => countries !== '*' && countries.includes(code))
      assert.ok(named.length <= 1, `${code} is named ${named.length} times`)
      assert.equal(zoneOf(exportAir, code), named[0]?.zone ?? 'F')
    }
    assert.equal(exportAir.zones.filter(({ countries }) => countries === '*').length, 1)
  })

  it('names only known countries, each once', () => {
    const named = exportAir.zones.flatMap(({ countries }) => (countries === '*' ? [] : countries))
    assert.deepEqual(
      named.filter((code) => !allCountries.includes(code)),
      [],
    )
    assert.equal(new Set(named).size, named.length)
  })

  const PLACES: [country: string, zone: string][] = [
    ['NG', 'A'],
    ['GH', 'A'],
    ['ZA', 'B'],
    ['GB', 'C'],
    ['US', 'D'],
    ['CN', 'E'],
    ['AE', 'E'],
    ['BR', 'F'],
    ['AU', 'F'],
  ]
  for (const [code, zone] of PLACES) it(`puts ${code} in zone ${zone}`, () => assert.equal(zoneOf(exportAir, code), zone))

  it('has at least five zones and three services, each of which serves every zone at any weight', () => {
    assert.ok(exportAir.zones.length >= 5)
    assert.equal(new Set(exportAir.services.map(({ service }) => service)).size, 3)
    for (const { zones } of exportAir.services) {
      assert.deepEqual(
        zones.map(({ zone }) => zone),
        exportAir.zones.map(({ zone }) => zone),
      )
      for (const { breaks, transitDays } of zones) {
        assert.equal(breaks.at(-1)?.upToKg, null)
        assert.ok(Number.isInteger(transitDays) && transitDays > 0)
      }
    }
  })

  it('has breaks in ascending weight and descending price, cm³/5000 in steps of 0.5 kg', () => {
    assert.deepEqual([exportAir.volumetricDivisor, exportAir.stepKg], [5000, '0.5'])
    for (const { breaks } of exportAir.services.flatMap(({ zones }) => zones)) {
      for (const [i, { upToKg, pricePerKg }] of breaks.entries()) {
        const next = breaks[i + 1]
        if (!next) continue
        assert.ok(next.upToKg === null || Number(next.upToKg) > Number(upToKg))
        assert.ok(Number(next.pricePerKg) < Number(pricePerKg))
      }
    }
  })
})
