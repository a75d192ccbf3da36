// A second, simple implementation of pricing, for comparison. It uses scaled integers, and imports only types from the domain.

import type { AirCargo, AirPiece, OceanCargo, OceanElement } from '../../../src/domain/pricing/cargo.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import type {
  CardKind,
  Countries,
  ExportAirTariff,
  ImportAirTariff,
  OceanTariff,
  RateCard,
  Surcharges,
  WeightBreak,
} from '../../../src/domain/pricing/rate-card.ts'

/** digits / 10^places */
type Scaled = { digits: bigint; places: number }

export const scaled = (value: string | number): Scaled => {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 }
}

const digitsAt = (value: Scaled, places: number): bigint => value.digits * 10n ** BigInt(places - value.places)

export const times = (...factors: Scaled[]): Scaled =>
  factors.reduce((product, factor) => ({ digits: product.digits * factor.digits, places: product.places + factor.places }), scaled(1))

export const plus = (...terms: Scaled[]): Scaled => {
  const places = Math.max(0, ...terms.map((term) => term.places))
  return { digits: terms.reduce((total, term) => total + digitsAt(term, places), 0n), places }
}

const isAbove = (a: Scaled, b: Scaled): boolean => {
  const places = Math.max(a.places, b.places)
  return digitsAt(a, places) > digitsAt(b, places)
}

/** value / divisor, rounded half up to `places`. All values are positive, so it is enough to add one half and cut off the rest. */
const quotient = (value: Scaled, divisor: number, places: number): Scaled => {
  const below = BigInt(divisor) * 10n ** BigInt(value.places)
  return { digits: (2n * value.digits * 10n ** BigInt(places) + below) / (2n * below), places }
}

export const halfUp = (value: Scaled, places: number): Scaled => quotient(value, 1, places)

/** The value with all of its places: `12.50`. */
export const fixedText = ({ digits, places }: Scaled): string => {
  const text = digits.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** The value without trailing zeros: `12.5`. */
export const plainText = (value: Scaled): string => (value.places === 0 ? fixedText(value) : fixedText(value).replace(/\.?0+$/, ''))

// ── Chargeable quantity ──

const cubicCm = (d: { lengthCm: number; widthCm: number; heightCm: number }): Scaled =>
  times(scaled(d.lengthCm), scaled(d.widthCm), scaled(d.heightCm))

/** A measured volume takes precedence over the dimensions. */
const pieceCubicCm = ({ volumeCbm, dimensions }: AirPiece): Scaled => {
  if (volumeCbm !== undefined) return times(scaled(volumeCbm), scaled(1_000_000))
  return dimensions ? cubicCm(dimensions) : scaled(0)
}

export const naiveAirWeight = (
  cargo: AirCargo,
  divisor: number,
  step: string | null,
): { actual: Scaled; volumetric: Scaled; chargeable: Scaled } => {
  const actual = plus(...cargo.pieces.map((piece) => scaled(piece.weightKg)))
  const volume = plus(scaled(0), ...cargo.pieces.map(pieceCubicCm))
  const volumetric = quotient(volume, divisor, 3)
  const greater = isAbove(volumetric, actual) ? volumetric : actual
  if (step === null) return { actual, volumetric, chargeable: greater }
  const places = Math.max(greater.places, scaled(step).places)
  const stepDigits = digitsAt(scaled(step), places)
  const steps = (digitsAt(greater, places) + stepDigits - 1n) / stepDigits
  return { actual, volumetric, chargeable: { digits: steps * stepDigits, places } }
}

const cubicMetres = (element: OceanElement): Scaled => {
  if (element.volumeCbm !== undefined) return scaled(element.volumeCbm)
  const cm3 = times(cubicCm(element.dimensions!), scaled(element.quantity))
  return { digits: cm3.digits, places: cm3.places + 6 }
}

export const naiveOceanUnits = (element: OceanElement): Scaled => {
  if (element.containerSize === 'LCL') return cubicMetres(element)
  if (element.containerSize !== 'Ro-Ro' && element.containerSize !== 'Breakbulk') return scaled(element.quantity)
  const kg = scaled(element.weightKg!)
  const tonnes = { digits: kg.digits, places: kg.places + 3 }
  return isAbove(tonnes, cubicMetres(element)) ? tonnes : cubicMetres(element)
}

// ── Applicable cards and weight breaks ──

const covers = (countries: Countries, country: string): boolean => countries === '*' || countries.includes(country)

const isNamed = ({ tariff }: RateCard, country: string): boolean =>
  tariff.kind !== 'export_air' && tariff.countries !== '*' && tariff.countries.includes(country)

const isCovered = ({ tariff }: RateCard, country: string): boolean =>
  tariff.kind === 'export_air' ? tariff.zones.some((zone) => covers(zone.countries, country)) : covers(tariff.countries, country)

/**
 * The cards for a country, best first. In order of importance: own cards of a business before the operator's, cards that list the country
 * before cards that do not, real cards before samples, newer cards before older ones.
 */
export const naiveCards = (cards: readonly RateCard[], kind: CardKind, country: string): RateCard[] => {
  const pile: RateCard[] = []
  for (const isOwn of [true, false]) {
    for (const names of [true, false]) {
      for (const sample of [false, true]) {
        const alike = cards
          .filter((card) => card.tariff.kind === kind && isCovered(card, country))
          .filter((card) => (card.businessId !== null) === isOwn && isNamed(card, country) === names && card.sample === sample)
        pile.push(...alike.toSorted((a, b) => b.effectiveFrom - a.effectiveFrom))
      }
    }
  }
  return pile
}

const naiveBreak = (breaks: readonly WeightBreak[], weight: Scaled): WeightBreak | undefined => {
  for (const entry of breaks) if (entry.upToKg === null || !isAbove(weight, scaled(entry.upToKg))) return entry
  return undefined
}

// ── The sum ──

type NaiveLine = { kind: string; quantity: string; unitPrice: string; fxRate: string; amount: string }
export type NaivePrice = { cardId: string; lines: NaiveLine[]; total: string }

type Units = { quantity: Scaled; unitPrice: string }

const computePrice = (freight: Units[], surcharges: Surcharges, card: RateCard, { fx, markupPercent }: PriceBook): NaivePrice => {
  const fxRate = card.currency === 'NGN' ? '1' : fx.find((rate) => rate.base === card.currency && rate.quote === 'NGN')!.rate
  const lines: NaiveLine[] = []
  let total = scaled('0.00')
  const push = (kind: string, quantity: string, unitPrice: string, rate: string, exact: Scaled): void => {
    const amount = halfUp(exact, 2)
    lines.push({ kind, quantity, unitPrice, fxRate: rate, amount: fixedText(amount) })
    total = plus(total, amount)
  }
  const pushPercent = (kind: string, percent: string): void =>
    push(kind, percent, plainText(total), '1', times(scaled(percent), total, scaled('0.01')))

  for (const { quantity, unitPrice } of freight) {
    push('freight', plainText(quantity), unitPrice, fxRate, times(quantity, scaled(unitPrice), scaled(fxRate)))
  }
  const minimum = halfUp(times(scaled(surcharges.minimumCharge), scaled(fxRate)), 2)
  if (isAbove(minimum, total)) {
    const missing = { digits: minimum.digits - total.digits, places: 2 }
    push('minimum', '1', plainText(missing), '1', missing)
  }
  if (isAbove(scaled(surcharges.fuelPercent), scaled(0))) pushPercent('fuel', surcharges.fuelPercent)
  if (isAbove(scaled(surcharges.handlingFee), scaled(0))) {
    push('handling', '1', surcharges.handlingFee, fxRate, times(scaled(surcharges.handlingFee), scaled(fxRate)))
  }
  if (isAbove(scaled(markupPercent), scaled(0))) pushPercent('markup', markupPercent)
  return { cardId: card.id, lines, total: fixedText(total) }
}

/** The price from the best card for the country of origin. Null if no card covers that country. */
export const naiveImportAir = (cargo: AirCargo, lane: Lane, book: PriceBook): NaivePrice | null => {
  const card = naiveCards(book.cards, 'import_air', lane.origin)[0]
  if (!card) return null
  const tariff = card.tariff as ImportAirTariff
  const quantity = naiveAirWeight(cargo, tariff.volumetricDivisor, tariff.stepKg).chargeable
  return computePrice([{ quantity, unitPrice: tariff.pricePerKg }], tariff.surcharges, card, book)
}

/** The price from the best card that has a price for every element of the cargo. Null if there is no such card. */
export const naiveOcean = (cargo: OceanCargo, lane: Lane, book: PriceBook): NaivePrice | null => {
  const [kind, country] =
    lane.direction === 'import' ? (['ocean_import', lane.origin] as const) : (['ocean_export', lane.destination] as const)
  for (const card of naiveCards(book.cards, kind, country)) {
    const { prices, surcharges } = card.tariff as OceanTariff
    if (cargo.elements.some((element) => prices[element.containerSize] === undefined)) continue
    const freight = cargo.elements.map((element) => ({ quantity: naiveOceanUnits(element), unitPrice: prices[element.containerSize]! }))
    return computePrice(freight, surcharges, card, book)
  }
  return null
}

type NaiveService = NaivePrice & { service: string; transitDays: number }

/**
 * The prices from the best card that has a service for this weight and country. One price per service, in the order of the card. Null if
 * there is no such card.
 */
export const naiveExportAir = (cargo: AirCargo, lane: Lane, book: PriceBook): NaiveService[] | null => {
  for (const card of naiveCards(book.cards, 'export_air', lane.destination)) {
    const tariff = card.tariff as ExportAirTariff
    const named = tariff.zones.filter(({ countries }) => countries !== '*' && countries.includes(lane.destination))
    const zone = [...named, ...tariff.zones.filter(({ countries }) => countries === '*')][0]
    const { chargeable } = naiveAirWeight(cargo, tariff.volumetricDivisor, tariff.stepKg)
    const services: NaiveService[] = []
    for (const { service, surcharges, zones } of tariff.services) {
      const served = zones.find((entry) => entry.zone === zone?.zone)
      const weightBreak = served && naiveBreak(served.breaks, chargeable)
      if (!weightBreak) continue
      const price = computePrice([{ quantity: chargeable, unitPrice: weightBreak.pricePerKg }], surcharges, card, book)
      services.push({ ...price, service, transitDays: served.transitDays })
    }
    if (services.length > 0) return services
  }
  return null
}
