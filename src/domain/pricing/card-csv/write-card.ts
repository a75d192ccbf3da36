// Writes a card as CSV. The same card always gives the same bytes.

import { BYTE_ORDER_MARK, writeCsv } from '../../values/csv-text.ts'
import { CONTAINER_SIZES, PRICING_UNIT, UNIT_NAMES } from '../cargo.ts'
import type { AirService, Countries, ExportAirTariff, OceanTariff, ServiceZone, Surcharges } from '../rate-card.ts'
import { forbiddenIn } from './cell.ts'
import type { CardContent, Column } from './layout.ts'
import { headerOf, NO_LIMIT, NO_STEP } from './layout.ts'

type Row = { row: string } & { [C in Column]?: string }

const listText = (entries: Countries): string => (entries === '*' ? '*' : entries.join(' '))

const surcharges = ({ minimumCharge, fuelPercent, handlingFee }: Surcharges) => ({
  minimum_charge: minimumCharge,
  fuel_percent: fuelPercent,
  handling_fee: handlingFee,
})

const airMeasure = (tariff: { volumetricDivisor: number; stepKg: string | null }) => ({
  volumetric_divisor_cm3_per_kg: String(tariff.volumetricDivisor),
  step_kg: tariff.stepKg ?? NO_STEP,
})

const zonesServed = (service: AirService, tariff: ExportAirTariff): string => {
  const served = service.zones.map((lane) => lane.zone)
  return listText(tariff.zones.every(({ zone }) => served.includes(zone)) ? '*' : served)
}

const priceRows = ({ carrier, service }: AirService, { zone, transitDays, breaks }: ServiceZone): Row[] =>
  breaks.map(({ upToKg, pricePerKg }, index) => ({
    row: 'price',
    carrier,
    service,
    zone,
    transit_days: String(transitDays),
    over_kg: breaks[index - 1]?.upToKg ?? '0',
    up_to_kg: upToKg ?? NO_LIMIT,
    price_per_kg: pricePerKg,
  }))

const exportAirRows = (tariff: ExportAirTariff): Row[] => [
  ...tariff.zones.map(({ zone, countries }) => ({ row: 'zone', zone, countries: listText(countries) })),
  ...tariff.services.map((air) => ({
    row: 'service',
    carrier: air.carrier,
    service: air.service,
    zones_served: zonesServed(air, tariff),
    ...surcharges(air.surcharges),
  })),
  ...tariff.services.flatMap((air) => air.zones.flatMap((lane) => priceRows(air, lane))),
]

const oceanRows = ({ prices }: OceanTariff): Row[] =>
  CONTAINER_SIZES.flatMap((size) => {
    const price = prices[size]
    return price === undefined ? [] : [{ row: 'price', container_size: size, unit: UNIT_NAMES[PRICING_UNIT[size]], price_per_unit: price }]
  })

const rowsOf = ({ title, currency, tariff }: CardContent): Row[] => {
  const card = { row: 'card', kind: tariff.kind, title, currency }
  switch (tariff.kind) {
    case 'export_air':
      return [{ ...card, ...airMeasure(tariff) }, ...exportAirRows(tariff)]
    case 'import_air': {
      const price = { price_per_kg: tariff.pricePerKg, transit_days: String(tariff.transitDays) }
      return [{ ...card, countries: listText(tariff.countries), ...airMeasure(tariff), ...price, ...surcharges(tariff.surcharges) }]
    }
    case 'ocean_import':
    case 'ocean_export':
      return [{ ...card, countries: listText(tariff.countries), ...surcharges(tariff.surcharges) }, ...oceanRows(tariff)]
  }
}

export const cardToCsv = (card: CardContent): string => {
  const header = headerOf(card.tariff.kind)
  const rows = rowsOf(card).map((row) => header.map((column) => row[column as Column | 'row'] ?? ''))
  // Throws if a spreadsheet would run a cell as a formula. Only a card that was not read from a file can have such a cell.
  for (const cell of rows.flat()) {
    const forbidden = forbiddenIn(cell)
    if (forbidden) throw new Error(`The card cannot be written as CSV: a cell ${forbidden}.`)
  }
  const text = writeCsv([header, ...rows])
  // Without a byte order mark, Excel assumes a legacy encoding. Plain ASCII text needs no mark.
  return /^[\x00-\x7F]*$/.test(text) ? text : BYTE_ORDER_MARK + text
}
