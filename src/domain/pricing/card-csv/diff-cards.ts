// The differences between two versions of a card. The order of rows and the spelling of numbers are ignored.

import { countryName } from '../../values/country.ts'
import { decimal, quantityText } from '../../values/money.ts'
import { CONTAINER_SIZES } from '../cargo.ts'
import { changePercent } from '../fx.ts'
import type { AirService, Countries, ServiceZone, Surcharges } from '../rate-card.ts'
import type { CardContent, Column } from './layout.ts'
import { NO_STEP } from './layout.ts'

/**
 * Place of a value on a card. Only the properties that apply are set. `country` is an ISO-2 code or `*`; `field` is a column of the card
 * file.
 */
type Where = {
  carrier?: string
  service?: string
  zone?: string
  weightBreak?: { overKg: string; upToKg: string | null }
  containerSize?: string
  country?: string
  field: Column
}

/** One value on a card. Numbers are compared by value, so 5.0 equals 5. `money` is an amount in the card's currency. */
type Fact = { where: Where; value: string; is: 'text' | 'number' | 'money' }

type Place = Omit<Where, 'field'>

const text = (field: Column, value: string, place: Place = {}): Fact => ({ where: { ...place, field }, value, is: 'text' })
const number = (field: Column, value: string, place: Place = {}): Fact => ({ where: { ...place, field }, value, is: 'number' })
const money = (field: Column, value: string, place: Place = {}): Fact => ({ where: { ...place, field }, value, is: 'money' })

const surchargeFacts = (surcharges: Surcharges, place: Place = {}): Fact[] => [
  money('minimum_charge', surcharges.minimumCharge, place),
  number('fuel_percent', surcharges.fuelPercent, place),
  money('handling_fee', surcharges.handlingFee, place),
]

const countryFacts = (countries: Countries, fact: (place: Place) => Fact): Fact[] =>
  (countries === '*' ? ['*'] : countries).map((country) => fact({ country }))

const laneFacts = (countries: Countries): Fact[] => countryFacts(countries, (place) => text('countries', 'covered', place))

const measureFacts = (tariff: { volumetricDivisor: number; stepKg: string | null }): Fact[] => [
  number('volumetric_divisor_cm3_per_kg', String(tariff.volumetricDivisor)),
  tariff.stepKg === null ? text('step_kg', NO_STEP) : number('step_kg', tariff.stepKg),
]

const zoneFacts = ({ zone, transitDays, breaks }: ServiceZone, service: Place): Fact[] => {
  const place = { ...service, zone }
  return [
    number('transit_days', String(transitDays), place),
    ...breaks.map(({ upToKg, pricePerKg }, index) => {
      const weightBreak = { overKg: breaks[index - 1]?.upToKg ?? '0', upToKg }
      return money('price_per_kg', pricePerKg, { ...place, weightBreak })
    }),
  ]
}

const serviceFacts = ({ carrier, service, surcharges, zones }: AirService): Fact[] => {
  const place = { carrier, service }
  return [...surchargeFacts(surcharges, place), ...zones.flatMap((zone) => zoneFacts(zone, place))]
}

const tariffFacts = (tariff: CardContent['tariff']): Fact[] => {
  switch (tariff.kind) {
    case 'export_air':
      return [
        ...measureFacts(tariff),
        ...tariff.zones.flatMap(({ zone, countries }) => countryFacts(countries, (place) => text('zone', zone, place))),
        ...tariff.services.flatMap(serviceFacts),
      ]
    case 'import_air':
      return [
        ...laneFacts(tariff.countries),
        ...measureFacts(tariff),
        money('price_per_kg', tariff.pricePerKg),
        number('transit_days', String(tariff.transitDays)),
        ...surchargeFacts(tariff.surcharges),
      ]
    case 'ocean_import':
    case 'ocean_export':
      return [
        ...laneFacts(tariff.countries),
        ...surchargeFacts(tariff.surcharges),
        ...CONTAINER_SIZES.flatMap((containerSize) => {
          const price = tariff.prices[containerSize]
          return price === undefined ? [] : [money('price_per_unit', price, { containerSize })]
        }),
      ]
  }
}

const factsOf = ({ title, currency, tariff }: CardContent): Fact[] => [
  text('kind', tariff.kind),
  text('title', title),
  text('currency', currency),
  ...tariffFacts(tariff),
]

/**
 * `percent`: the change in percent, with its sign. Null for text, for added or removed values, for changes from zero, and for money if the
 * currencies differ.
 */
export type CardChange = {
  change: 'added' | 'removed' | 'changed'
  where: Where
  before: string | null
  after: string | null
  percent: string | null
}

const placeKey = ({ carrier, service, zone, weightBreak, containerSize, country, field }: Where): string => {
  const bounds = weightBreak
    ? [quantityText(weightBreak.overKg), weightBreak.upToKg === null ? null : quantityText(weightBreak.upToKg)]
    : []
  return JSON.stringify([carrier, service, zone, bounds, containerSize, country, field])
}

const byPlace = (card: CardContent): Map<string, Fact> => new Map(factsOf(card).map((fact) => [placeKey(fact.where), fact]))

const areNumbers = (before: Fact, after: Fact): boolean => before.is !== 'text' && after.is !== 'text'

const isSame = (before: Fact, after: Fact): boolean =>
  areNumbers(before, after) ? decimal(before.value).eq(after.value) : before.value === after.value

const percentChange = (before: Fact, after: Fact, sameCurrency: boolean): string | null => {
  if (!areNumbers(before, after) || decimal(before.value).isZero() || (before.is === 'money' && !sameCurrency)) return null
  return changePercent(before.value, after.value)
}

/** Returns additions and changes in the order of the new card, then removals. Returns an empty list if both cards have the same content. */
export const diffCards = (before: CardContent, after: CardContent): CardChange[] => {
  const old = byPlace(before)
  const changes: CardChange[] = []
  for (const [key, fact] of byPlace(after)) {
    const previous = old.get(key)
    old.delete(key)
    if (!previous) changes.push({ change: 'added', where: fact.where, before: null, after: fact.value, percent: null })
    else if (!isSame(previous, fact)) {
      const percent = percentChange(previous, fact, before.currency === after.currency)
      changes.push({ change: 'changed', where: fact.where, before: previous.value, after: fact.value, percent })
    }
  }
  for (const { where, value } of old.values()) changes.push({ change: 'removed', where, before: value, after: null, percent: null })
  return changes
}

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

/** Writes lines such as `changed  Waybill Air Express, zone A, over 5 up to 20 kg: price_per_kg 11.50 -> 12.00 (+4.35%)`. */
export const describeDiff = (changes: readonly CardChange[]): string[] => {
  if (changes.length === 0) return ['No differences.']
  return changes.map((change) => {
    const place = placeText(change.where)
    return `${change.change.padEnd('changed'.length)}  ${place}${place && ': '}${change.where.field} ${valueText(change)}`
  })
}
