// The opening of an explanation letter: sender, recipient, quote and cargo; and formats for times and sizes.

import { fullName } from '../customers/customer.ts'
import type { AirPiece, Cargo, Dimensions, OceanElement } from '../pricing/cargo.ts'
import { cargoSummary } from '../pricing/cargo.ts'
import { quantityText } from '../values/money.ts'
import type { Explanation } from './explain.ts'
import { oneLine, paragraph } from './layout.ts'

/** Whose letter it is, and what time it is there. */
export type Stationery = { businessName: string; timeZone: string; now: number }

export type Section = string[]

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const dateInWords = (at: Temporal.ZonedDateTime): string => `${at.day} ${MONTHS[at.month - 1]} ${at.year}`

const zoned = (ms: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

const momentInWords = (ms: number, timeZone: string): string => {
  const at = zoned(ms, timeZone)
  return `${dateInWords(at)}, ${at.toPlainTime()} (${timeZone})`
}

/** Cards and rates of a first start have no beginning. */
export const since = (ms: number, timeZone: string): string => (ms <= 0 ? 'from the beginning' : `since ${momentInWords(ms, timeZone)}`)

const addressee = ({ customer, quote }: Explanation): string => {
  const party = quote.lane.direction === 'export' ? quote.sender : quote.recipient
  return oneLine((customer && fullName(customer)) || (party.name ?? '')) || 'customer'
}

export const opening = (explanation: Explanation, { businessName, timeZone, now }: Stationery): Section => {
  const { quote, lane, asOf } = explanation
  const what = `your ${quote.lane.direction} by ${quote.cargo.mode} from ${lane.text}`
  const purpose =
    asOf === null
      ? `This is how the price of ${what} is made up.`
      : `This is what ${what} would have cost on ${momentInWords(asOf, timeZone)}.`
  return [
    ...paragraph(oneLine(businessName)),
    dateInWords(zoned(now, timeZone)),
    '',
    `Quote ${quote.reference} (${quote.status})`,
    '',
    ...paragraph(`Dear ${addressee(explanation)},`),
    '',
    ...paragraph(purpose),
  ]
}

export const size = (d: Dimensions): string => `${d.lengthCm} x ${d.widthCm} x ${d.heightCm} cm`

const pieceInWords = ({ packageType = 'Piece', weightKg, dimensions }: AirPiece): string =>
  [`${packageType}: ${quantityText(weightKg)} kg`, ...(dimensions ? [size(dimensions)] : [])].join(', ')

const elementInWords = ({ quantity, containerSize, commodity, weightKg, dimensions, volumeCbm }: OceanElement): string =>
  [
    `${quantity} x ${containerSize}`,
    ...(commodity === undefined ? [] : [commodity]),
    ...(weightKg === undefined ? [] : [`${quantityText(weightKg)} kg`]),
    ...(volumeCbm === undefined ? [] : [`${quantityText(volumeCbm)} CBM`]),
    ...(volumeCbm === undefined && dimensions ? [size(dimensions)] : []),
  ].join(', ')

export const cargoSection = (cargo: Cargo, isMeasured: boolean): Section => {
  const parts = cargo.mode === 'air' ? cargo.pieces.map(pieceInWords) : cargo.elements.map(elementInWords)
  const of = cargo.description === undefined ? '' : ` (${oneLine(cargo.description)})`
  return [
    ...paragraph(`Your cargo${isMeasured ? ', as measured' : ''}: ${cargoSummary(cargo)}${of}`),
    ...parts.flatMap((part) => paragraph(`- ${oneLine(part)}`, 2)),
  ]
}
