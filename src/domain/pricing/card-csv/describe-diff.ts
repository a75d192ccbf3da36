// Formats the difference between two cards for a terminal.

import { countryName } from '../../values/country.ts'
import type { CardChange } from './diff-cards.ts'
import type { Where } from './facts.ts'

const breakText = ({ overKg, upToKg }: NonNullable<Where['weightBreak']>): string =>
  upToKg === null ? `over ${overKg} kg` : `over ${overKg} up to ${upToKg} kg`

const countryText = (country: string): string => (country === '*' ? 'every other country (*)' : `${countryName(country)} (${country})`)

const placeText = ({ carrier, service, zone, weightBreak, containerSize, country }: Where): string => {
  const parts = [
    carrier !== undefined && `${carrier} ${service}`,
    zone !== undefined && `zone ${zone}`,
    weightBreak && breakText(weightBreak),
    containerSize,
    country !== undefined && countryText(country),
  ]
  return parts.filter(Boolean).join(', ')
}

const percentText = (percent: string | null): string => {
  if (percent === null) return ''
  return percent.startsWith('-') ? ` (${percent}%)` : ` (+${percent}%)`
}

const valueText = ({ before, after, percent }: CardChange): string =>
  before === null || after === null ? `${after ?? before}` : `${before} -> ${after}${percentText(percent)}`

/** `changed  Waybill Air Express, zone A, over 5 up to 20 kg: price_per_kg 11.50 -> 12.00 (+4.35%)` */
export const describeDiff = (changes: readonly CardChange[]): string[] => {
  if (changes.length === 0) return ['No differences.']
  return changes.map((change) => {
    const place = placeText(change.where)
    return `${change.change.padEnd('changed'.length)}  ${place}${place && ': '}${change.where.field} ${valueText(change)}`
  })
}
