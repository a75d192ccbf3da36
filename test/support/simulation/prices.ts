// The model's rate cards: draws random cards, writes them as card files, and computes prices from them with the naive pricing.

import type { Cargo } from '../models/naive-parcel.ts'
import { airCargo, dateOfDay, oceanCargo } from '../models/naive-parcel.ts'
import { naiveExportAir, naiveImportAir, naiveOcean } from '../models/naive-pricing.ts'
import type { dice } from '../samples/dice.ts'
import { outsideOffers } from './carrier.ts'
import type { Desk, ModelCard, Offer, Quote, World } from './world.ts'
import { dateIn, dayNumber, inForce } from './world.ts'

type Dice = ReturnType<typeof dice>
type PriceBook = Parameters<typeof naiveOcean>[2]
type NaiveCard = PriceBook['cards'][number]
type Lane = Parameters<typeof naiveOcean>[1]
type Tariff = NaiveCard['tariff']
type Fees = { minimumCharge: string; fuelPercent: string; handlingFee: string }

const SIZES = { "20'": 2900, "40'": 4600, "40' HC": 4800, "40' REEF": 7600, "20' REEF": 5200, LCL: 200, 'Ro-Ro': 110, Breakbulk: 120 }
const UNITS: Record<string, string> = { LCL: 'CBM', 'Ro-Ro': 'RT', Breakbulk: 'RT' }
const OCEAN_DAYS = 11
/** The ids of the cards in a new store. The model replaces these cards with its own. */
export const CARD_IDS = ['export-air', 'import-air-china', 'import-air', 'ocean-import-china', 'ocean-import', 'ocean-export'] as const
export type CardId = (typeof CARD_IDS)[number]

const feesOf = ({ chance, between }: Dice): Fees => ({
  minimumCharge: chance(0.3) ? String(between(1, 60, 2)) : '0',
  fuelPercent: chance(0.3) ? String(between(0.5, 25, 1)) : '0',
  handlingFee: chance(0.3) ? String(between(1, 40, 2)) : '0',
})

const exportAir = (draw: Dice): Tariff => {
  const zones = [
    { zone: 'A', countries: ['GH', 'TG'] },
    { zone: 'B', countries: ['GB', 'DE'] },
    { zone: 'C', countries: '*' as const },
  ]
  const service = (name: string, base: number) => ({
    carrier: 'Model Air',
    service: name,
    surcharges: feesOf(draw),
    zones: zones.map(({ zone }, index) => ({
      zone,
      transitDays: 2 + index + draw.upTo(3),
      breaks: [
        { upToKg: '5', pricePerKg: String(draw.between(base + 8, base + 9, 2)) },
        { upToKg: '20', pricePerKg: String(draw.between(base + 5, base + 6, 4)) },
        { upToKg: null, pricePerKg: String(draw.between(base, base + 3, 2)) },
      ],
    })),
  })
  return {
    kind: 'export_air',
    volumetricDivisor: draw.pick([5000, 6000]),
    stepKg: draw.pick(['0.5', '1', null]),
    zones,
    services: [service('Express', 14), service('Economy', 6)],
  }
}

export const drawTariff = (id: CardId, draw: Dice): Tariff => {
  if (id === 'export-air') return exportAir(draw)
  const countries = id.endsWith('china') ? ['CN'] : ('*' as const)
  if (id.startsWith('import-air'))
    return {
      kind: 'import_air',
      countries,
      volumetricDivisor: draw.pick([5000, 6000]),
      stepKg: draw.pick([null, null, '0.5']),
      pricePerKg: String(draw.between(5, 12, 4)),
      transitDays: 3 + draw.upTo(9),
      surcharges: feesOf(draw),
    }
  const prices = Object.fromEntries(Object.entries(SIZES).map(([size, usd]) => [size, String(draw.between(usd * 0.8, usd * 1.2, 2))]))
  return { kind: id === 'ocean-export' ? 'ocean_export' : 'ocean_import', countries, prices, surcharges: feesOf(draw) }
}

// ── The rate card as a file ──

const feeCells = ({ minimumCharge, fuelPercent, handlingFee }: Fees) => ({
  minimum_charge: minimumCharge,
  fuel_percent: fuelPercent,
  handling_fee: handlingFee,
})
const countryCell = (countries: '*' | readonly string[]): string => (countries === '*' ? '*' : countries.join(' '))

const rowsOf = (title: string, tariff: Tariff): Record<string, string | number>[] => {
  const card = { row: 'card', kind: tariff.kind, title, currency: 'USD' }
  const air = (measure: { volumetricDivisor: number; stepKg: string | null }) => ({
    volumetric_divisor_cm3_per_kg: measure.volumetricDivisor,
    step_kg: measure.stepKg ?? 'none',
  })
  if (tariff.kind === 'import_air')
    return [
      {
        ...card,
        countries: countryCell(tariff.countries),
        ...air(tariff),
        price_per_kg: tariff.pricePerKg,
        transit_days: tariff.transitDays,
        ...feeCells(tariff.surcharges),
      },
    ]
  if (tariff.kind === 'export_air')
    return [
      { ...card, ...air(tariff) },
      ...tariff.zones.map(({ zone, countries }) => ({ row: 'zone', zone, countries: countryCell(countries) })),
      ...tariff.services.flatMap(({ carrier, service, surcharges, zones }) => [
        { row: 'service', carrier, service, zones_served: '*', ...feeCells(surcharges) },
        ...zones.flatMap(({ zone, transitDays, breaks }) =>
          breaks.map(({ upToKg, pricePerKg }, index) => ({
            row: 'price',
            zone,
            carrier,
            service,
            transit_days: transitDays,
            over_kg: index === 0 ? '0' : breaks[index - 1]!.upToKg!,
            up_to_kg: upToKg ?? 'no limit',
            price_per_kg: pricePerKg,
          })),
        ),
      ]),
    ]
  return [
    { ...card, countries: countryCell(tariff.countries), ...feeCells(tariff.surcharges) },
    ...Object.entries(tariff.prices).map(([size, price]) => ({
      row: 'price',
      container_size: size,
      unit: UNITS[size] ?? 'container',
      price_per_unit: price!,
    })),
  ]
}

export const cardFile = (title: string, tariff: Tariff): string => {
  const rows = rowsOf(title, tariff)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) => cells.join(',')).join('\n')
}

// ── Prices ──

const bookAt = (world: World, desk: Desk, at: number): PriceBook => ({
  cards: CARD_IDS.map((id) =>
    inForce(
      world.cards.filter((card) => card.id === id),
      at,
    ),
  ),
  fx: [{ id: 'fx', base: 'USD', quote: 'NGN', rate: inForce(world.fx, at).rate, effectiveFrom: 0, source: 'model' }],
  markupPercent: inForce(desk.shop.terms, at).markupPercent,
})

type Priced = Pick<Quote, 'direction' | 'by' | 'country'>

const laneOf = ({ direction, country }: Priced): Lane => {
  const [origin, destination] = direction === 'import' ? [country, 'NG'] : ['NG', country]
  return { direction, origin, destination }
}

const linesOf = (lines: readonly { kind: string; quantity: string; unitPrice: string; fxRate: string; amount: string }[]) =>
  lines.map(({ kind, quantity, unitPrice, fxRate, amount }) => ({ kind, quantity, unit_price: unitPrice, fx_rate: fxRate, amount }))

/**
 * The expected rates of a quote at a moment. An export by air has one rate per service, cheapest first. Any other quote has a single
 * estimate.
 */
export const offersFor = (world: World, desk: Desk, quote: Priced & { cargo: readonly Cargo[] }, at: number): Offer[] => {
  const book = bookAt(world, desk, at)
  const lane = laneOf(quote)
  const frozenBy = (cardId: string) => ({
    card: book.cards.find((card) => card.id === cardId) as ModelCard,
    fx: book.fx[0]!.rate,
    markupPercent: book.markupPercent,
  })
  const dated = (days: number) => ({
    days,
    date: dateOfDay(dayNumber(dateIn(desk.shop.timeZone, at)) + days),
    createdAt: at,
    outside: false,
  })
  if (quote.by === 'ocean') {
    const price = naiveOcean(oceanCargo(quote.cargo), lane, book)!
    const rate = { service: 'Ocean Freight', amount: price.total, lines: linesOf(price.lines), frozen: frozenBy(price.cardId) }
    return [{ ...rate, ...dated(OCEAN_DAYS) }]
  }
  if (quote.direction === 'import') {
    const price = naiveImportAir(airCargo(quote.cargo), lane, book)!
    const frozen = frozenBy(price.cardId)
    const { transitDays } = frozen.card.tariff as { transitDays: number }
    return [{ amount: price.total, lines: linesOf(price.lines), frozen, ...dated(transitDays) }]
  }
  const isOffered = world.hasCarrier && desk.mode === 'live'
  const outside = isOffered ? outsideOffers(quote.cargo[0]!.weight!, book.fx[0]!.rate, book.markupPercent, at) : []
  const own = naiveExportAir(airCargo(quote.cargo), lane, book)!.map(
    (price): Offer => ({
      carrier: 'Model Air',
      service: price.service,
      amount: price.total,
      lines: linesOf(price.lines),
      frozen: frozenBy(price.cardId),
      ...dated(price.transitDays),
    }),
  )
  return [...own, ...outside].sort((a, b) => Number(a.amount) - Number(b.amount))
}

/** Prices the given cargo with the rate card, exchange rate and markup of the quote's booking. */
export const frozenPrice = (quote: Quote, cargo: readonly Cargo[]): { total: string; lines: object[] } => {
  const { card, fx, markupPercent } = quote.selected!.frozen!
  const book: PriceBook = {
    cards: [card],
    fx: [{ id: 'fx', base: 'USD', quote: 'NGN', rate: fx, effectiveFrom: 0, source: 'model' }],
    markupPercent,
  }
  const price =
    quote.by === 'ocean' ? naiveOcean(oceanCargo(cargo), laneOf(quote), book) : naiveImportAir(airCargo(cargo), laneOf(quote), book)
  return { total: price!.total, lines: linesOf(price!.lines) }
}
