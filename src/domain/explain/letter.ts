// The explanation of a price as a letter to the customer.

import { fullName } from '../customers/customer.ts'
import { MEASURED } from '../packages/measured-cargo.ts'
import type { AirPiece, Cargo, Dimensions, OceanElement } from '../pricing/cargo.ts'
import { cargoSummary } from '../pricing/cargo.ts'
import type { Breakdown, PriceLine } from '../pricing/price.ts'
import { quantityText } from '../values/money.ts'
import type { ExplainedPrice, Explanation } from './explain.ts'
import { countedUnit, factorsOf, ROUNDING_RULE } from './explain.ts'
import { entry, grouped, oneLine, paragraph, stroke } from './layout.ts'
import type { LineDifference, Measures, ReceivedDifference, ReceivedPackage } from './receipt-difference.ts'

type Stationery = { businessName: string; timeZone: string; now: number }

type Section = string[]

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const dateInWords = (at: Temporal.ZonedDateTime): string => `${at.day} ${MONTHS[at.month - 1]} ${at.year}`

const zoned = (ms: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)

const momentInWords = (ms: number, timeZone: string): string => {
  const at = zoned(ms, timeZone)
  return `${dateInWords(at)}, ${at.toPlainTime()} (${timeZone})`
}

/** Sample cards and rates are in force from time 0. This time is shown as `from the beginning`, and not as a date in 1970. */
const since = (ms: number, timeZone: string): string => (ms <= 0 ? 'from the beginning' : `since ${momentInWords(ms, timeZone)}`)

const addressee = ({ customer, quote }: Explanation): string => {
  const party = quote.lane.direction === 'export' ? quote.sender : quote.recipient
  return oneLine((customer && fullName(customer)) || (party.name ?? '')) || 'customer'
}

const opening = (explanation: Explanation, { businessName, timeZone, now }: Stationery): Section => {
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

const size = (d: Dimensions): string => `${d.lengthCm} x ${d.widthCm} x ${d.heightCm} cm`

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

const cargoSection = (cargo: Cargo, isMeasured: boolean): Section => {
  const parts = cargo.mode === 'air' ? cargo.pieces.map(pieceInWords) : cargo.elements.map(elementInWords)
  const of = cargo.description === undefined ? '' : ` (${oneLine(cargo.description)})`
  return [
    ...paragraph(`Your cargo${isMeasured ? ', as measured' : ''}: ${cargoSummary(cargo)}${of}`),
    ...parts.flatMap((part) => paragraph(`- ${oneLine(part)}`, 2)),
  ]
}

const NOTHING = '0.00'

const ngn = (amount: string): string => `NGN ${grouped(amount)}`

const change = (amount: string): string => {
  if (amount.startsWith('-')) return `- ${ngn(amount.slice(1))}`
  return amount === NOTHING ? ngn(amount) : `+ ${ngn(amount)}`
}

const lineInWords = (line: PriceLine): Section => {
  const factors = factorsOf({ ...line, unitPrice: grouped(line.unitPrice), fxRate: grouped(line.fxRate) })
  return [...paragraph(oneLine(line.description), 2), ...entry(factors, grouped(line.amount), 4)]
}

const sumOf = ({ lines, total }: Breakdown): Section => [...lines.flatMap(lineInWords), stroke(ngn(total)), ...entry('Total', ngn(total))]

/**
 * The price before a change. A change after measuring is left out here, because the letter lists that change in the section about received
 * packages.
 */
const previousOf = ({ breakdown: { previous } }: ExplainedPrice): Section =>
  previous && previous.reason !== MEASURED
    ? [...entry(`Before (${previous.reason})`, ngn(previous.total)), ...entry('Changed by', change(previous.difference))]
    : []

const comparisonOf = ({ comparison }: ExplainedPrice): Section =>
  comparison
    ? [
        ...entry(`Your quote (${oneLine(`${comparison.carrier} ${comparison.service}`)})`, ngn(comparison.total)),
        ...entry('Difference', change(comparison.difference)),
      ]
    : []

const basisInWords = ({ basis }: ExplainedPrice): Section =>
  basis.flatMap((item) => paragraph(`${item.cargo}, charged as ${countedUnit(item)}. ${item.explanation}`, 2))

/** Services of one card have the same chargeable quantity. The quantity is explained only with the first of these services. */
const priceSections = (prices: readonly ExplainedPrice[]): Section[] => {
  const explained = new Set<string>()
  return prices.map((price, index) => {
    const basis = basisInWords(price)
    const isNew = !explained.has(basis.join())
    explained.add(basis.join())
    const days = price.deliveryDays === null ? '' : `, about ${price.deliveryDays} days`
    return [
      ...paragraph(`${prices.length > 1 ? `Option ${index + 1}: ` : ''}${oneLine(`${price.carrier} ${price.service}`)}${days}`),
      ...(isNew ? [...basis, ''] : []),
      ...sumOf(price.breakdown),
      ...previousOf(price),
      ...comparisonOf(price),
    ]
  })
}

const sources = ({ prices }: Explanation, timeZone: string): Section => {
  const said = prices.flatMap(({ breakdown: { card, fx } }) => [
    ...(card ? [`Prices: ${oneLine(card.title)}, version ${card.version}, in force ${since(card.effectiveFrom, timeZone)}.`] : []),
    ...(fx.base === fx.quote
      ? []
      : [
          `Exchange rate: 1 ${fx.base} is ${grouped(fx.rate)} ${fx.quote}, in force ${since(fx.effectiveFrom, timeZone)}; source: ${oneLine(fx.source)}.`,
        ]),
  ])
  return ['Where the figures come from', ...[...new Set(said), `Rounding: ${ROUNDING_RULE}`].flatMap((text) => paragraph(text, 2))]
}

const measuresInWords = ({ quantity, weightKg, dimensions, volumeCbm }: Measures): string => {
  const measures = [
    ...(weightKg === null ? [] : [`${weightKg} kg`]),
    ...(dimensions ? [size(dimensions)] : []),
    ...(volumeCbm === null ? [] : [`${volumeCbm} CBM`]),
  ]
  const isOne = quantity === 1 && measures.length > 0
  return [...(isOne ? [] : [quantity === 1 ? '1 unit' : `${quantity} units`]), ...measures].join(', ')
}

const receivedInWords = ({ parcelNumber, status, isLeftOut, declared, measured }: ReceivedPackage): Section => [
  ...paragraph(`- ${parcelNumber} (${status}${isLeftOut ? ', no longer counted' : ''})`, 2),
  ...paragraph(`declared: ${measuresInWords(declared)}`, 4),
  ...(measured ? paragraph(`measured: ${measuresInWords(measured)}`, 4) : []),
]

const lineChange = ({ description, before, after, difference }: LineDifference): Section => [
  ...paragraph(oneLine(description), 2),
  ...entry(
    `${before ? grouped(before.amount) : 'nothing'} before, ${after ? grouped(after.amount) : 'nothing'} now`,
    change(difference),
    4,
  ),
]

const receiptSection = ({ packages, money, lines }: ReceivedDifference): Section => [
  'What the warehouse received',
  ...packages.flatMap(receivedInWords),
  ...(money
    ? [
        ...entry('Price as booked', ngn(money.previousTotal)),
        ...(money.difference === NOTHING ? [] : lines.filter(({ difference }) => difference !== NOTHING).flatMap(lineChange)),
        ...entry('Changed by', change(money.difference)),
      ]
    : []),
]

export const writeLetter = (explanation: Explanation, stationery: Stationery): string => {
  const { quote, cargo, prices, receipt, notes } = explanation
  const sections: Section[] = [
    opening(explanation, stationery),
    cargoSection(cargo, quote.priceFinalisedAt !== null && receipt !== null),
    ...priceSections(prices),
    ...(prices.length > 0 ? [sources(explanation, stationery.timeZone)] : []),
    ...(receipt ? [receiptSection(receipt)] : []),
    ...(notes.length > 0 ? [notes.flatMap((note) => paragraph(note))] : []),
    ['Yours sincerely,', ...paragraph(oneLine(stationery.businessName))],
  ]
  return `${sections.map((section) => section.join('\n')).join('\n\n')}\n`
}
