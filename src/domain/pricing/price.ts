// A price as lines and their sum, with everything needed to recompute it.

import { koboText, taxOf, toKobo } from '../values/kobo.ts'
import type { Decimal } from '../values/money.ts'
import { amountText, decimal, PRICE_CURRENCY, quantityText, roundToKobo, ZERO } from '../values/money.ts'
import type { FxRate, RateCard, Surcharges } from './rate-card.ts'

export const LINE_KINDS = ['freight', 'minimum', 'fuel', 'handling', 'markup'] as const
type LineKind = (typeof LINE_KINDS)[number]

/**
 * amount = quantity x unitPrice x fxRate, rounded once to the kobo (half up). If the unit is `%`, amount = unitPrice x quantity / 100, in
 * NGN.
 */
export type PriceLine = {
  kind: LineKind
  description: string
  quantity: string
  unit: string
  unitPrice: string
  currency: string
  fxRate: string
  amount: string
}

export type AirBasis = {
  actualWeightKg: string
  volumetricWeightKg: string
  volumetricDivisor: number
  roundingStepKg: string | null
  chargeableWeightKg: string
}

export type Breakdown = {
  lane: string
  /** The rate card that the price is based on. Null for the price of an outside carrier. */
  card: { id: string; version: number; title: string; currency: string; sample: boolean; effectiveFrom: number } | null
  fx: { id: string; base: string; quote: string; rate: string; effectiveFrom: number; source: string }
  markupPercent: string
  weight: AirBasis | null
  lines: PriceLine[]
  /** The sum of the lines, before tax. */
  total: string
  currency: string
  /** Tax rate on freight at the time of the quote, in percent; absent if no tax rate was set. */
  taxPercent?: string
  /** Set if this price replaced the price of a booked estimate: the earlier total, and the difference. */
  previous?: { total: string; difference: string; reason: string }
}

export type Price = { amount: string; breakdown: Breakdown }

export type Freight = { description: string; quantity: Decimal; unit: string; unitPrice: string }

type PriceSheet = {
  lane: string
  card: RateCard | null
  fx: FxRate
  freight: readonly Freight[]
  surcharges: Surcharges
  markupPercent: string
  taxPercent?: string | undefined
  weight: AirBasis | null
}

const PERCENT = 100

/** Most surcharges are '0'. Comparing with '0' first avoids decimal arithmetic. */
const isCharged = (amount: string): boolean => amount !== '0' && decimal(amount).gt(ZERO)

const cardHead = ({ id, version, title, currency, sample, effectiveFrom }: RateCard) => ({
  id,
  version,
  title,
  currency,
  sample,
  effectiveFrom,
})

/** Lines are added in this order: freight, minimum, fuel, handling, markup. Percentages apply to the sum so far. */
export const computePrice = (sheet: PriceSheet): Price => {
  const lines: PriceLine[] = []
  let total = ZERO

  const add = (line: Omit<PriceLine, 'amount'>, amount: Decimal): void => {
    lines.push({ ...line, amount: amountText(amount) })
    total = total.plus(amount)
  }
  const charge = (kind: LineKind, freight: Freight): void => {
    const { description, quantity, unit, unitPrice } = freight
    const exact = quantity.mul(unitPrice).mul(sheet.fx.rate)
    const line = { kind, description, quantity: quantityText(quantity), unit, unitPrice, currency: sheet.fx.base, fxRate: sheet.fx.rate }
    add(line, roundToKobo(exact))
  }
  const chargeInNaira = (kind: LineKind, description: string, quantity: string, unit: string, unitPrice: Decimal, amount: Decimal): void =>
    add({ kind, description, quantity, unit, unitPrice: quantityText(unitPrice), currency: PRICE_CURRENCY, fxRate: '1' }, amount)
  const chargePercent = (kind: LineKind, description: string, percent: string): void =>
    chargeInNaira(kind, description, percent, '%', total, roundToKobo(total.mul(percent).div(PERCENT)))

  for (const freight of sheet.freight) charge('freight', freight)
  const { minimumCharge, fuelPercent, handlingFee } = sheet.surcharges
  const missing = isCharged(minimumCharge) ? roundToKobo(decimal(minimumCharge).mul(sheet.fx.rate)).minus(total) : ZERO
  if (missing.gt(ZERO)) {
    chargeInNaira('minimum', `Up to the minimum charge of ${sheet.fx.base} ${minimumCharge}`, '1', 'top-up', missing, missing)
  }
  if (isCharged(fuelPercent)) chargePercent('fuel', 'Fuel surcharge', fuelPercent)
  if (isCharged(handlingFee)) {
    charge('handling', { description: 'Handling', quantity: decimal(1), unit: 'shipment', unitPrice: handlingFee })
  }
  if (isCharged(sheet.markupPercent)) chargePercent('markup', 'Service margin', sheet.markupPercent)

  const amount = amountText(total)
  const { id: fxId, base, quote, rate, source } = sheet.fx
  return {
    amount,
    breakdown: {
      lane: sheet.lane,
      card: sheet.card && cardHead(sheet.card),
      fx: { id: fxId, base, quote, rate, effectiveFrom: sheet.fx.effectiveFrom, source },
      markupPercent: sheet.markupPercent,
      weight: sheet.weight,
      lines,
      total: amount,
      currency: PRICE_CURRENCY,
      ...(sheet.taxPercent === undefined ? {} : { taxPercent: sheet.taxPercent }),
    },
  }
}

export type TaxedTotal = { percent: string; tax: string; total: string }

/** The total with tax, rounded as on an invoice. Null if no tax rate was set. */
export const withTax = (amount: string, percent: string | undefined): TaxedTotal | null => {
  if (percent === undefined) return null
  const [netKobo, taxKobo] = [toKobo(amount), taxOf(toKobo(amount), percent)]
  return { percent, tax: koboText(taxKobo), total: koboText(netKobo + taxKobo) }
}
