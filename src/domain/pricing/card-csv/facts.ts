// Splits a card into single facts with their location, by which two versions are compared.

import { CONTAINER_SIZES } from '../cargo.ts'
import type { AirService, Countries, ServiceZone, Surcharges } from '../rate-card.ts'
import type { CardContent, Column } from './layout.ts'
import { NO_STEP } from './layout.ts'

/** Only the parts that apply are set. `country` is an ISO-2 code or `*`; `field` is the column of the card file. */
export type Where = {
  carrier?: string
  service?: string
  zone?: string
  weightBreak?: { overKg: string; upToKg: string | null }
  containerSize?: string
  country?: string
  field: Column
}

/** Numbers are compared by value, not spelling. `money` is in the card's currency. */
export type Fact = { where: Where; value: string; is: 'text' | 'number' | 'money' }

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

export const factsOf = ({ title, currency, tariff }: CardContent): Fact[] => [
  text('kind', tariff.kind),
  text('title', title),
  text('currency', currency),
  ...tariffFacts(tariff),
]
