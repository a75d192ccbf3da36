// Exact decimal arithmetic for money and quantities. Amounts are never floats.

import { Decimal as AnyDecimal } from 'decimal.js'

const Decimal = AnyDecimal.clone({ precision: 64, rounding: AnyDecimal.ROUND_HALF_UP, toExpNeg: -1000, toExpPos: 400 })

export type Decimal = AnyDecimal

export const decimal = (value: string | number | Decimal): Decimal => new Decimal(value)

export const ZERO = decimal(0)

export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** All prices in the API are in NGN. One hundredth of a naira is a kobo. */
export const PRICE_CURRENCY = 'NGN'

/** All amounts of money are rounded in this way: half up, to the kobo. */
export const roundToKobo = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, AnyDecimal.ROUND_HALF_UP)

export const roundHalfUp = (value: Decimal, places: number): Decimal => value.toDecimalPlaces(places, AnyDecimal.ROUND_HALF_UP)

export const roundUpToStep = (value: Decimal, step: Decimal): Decimal => value.div(step).ceil().mul(step)

/** Writes `1234.50`, the form in which amounts are stored and shown. */
export const amountText = (amount: Decimal): string => amount.toFixed(2)

/** Writes `12.5` or `2`, without trailing zeros. Quantities are stored and shown in this form. */
export const quantityText = (value: Decimal | number | string): string => (typeof value === 'object' ? value : decimal(value)).toString()

export const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, value) => total.plus(value), ZERO)

export const greater = (a: Decimal, b: Decimal): Decimal => (a.gte(b) ? a : b)
