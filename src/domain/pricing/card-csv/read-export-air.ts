// Builds an export-air card from rows: zones, services, prices and weight breaks.

import type { Decimal } from '../../values/money.ts'
import { decimal, quantityText, ZERO } from '../../values/money.ts'
import type { AirService, ExportAirTariff, ServiceZone } from '../rate-card.ts'
import type { CardContent } from './layout.ts'
import { NO_LIMIT, ROW, SURCHARGE_COLUMNS } from './layout.ts'
import type { Note } from './mistakes.ts'
import type { SheetRow } from './sheet.ts'
import { cardRow, complete, isFirst, surchargesIn } from './sheet.ts'

type BreakRow = { row: number; values: { over_kg: string; up_to_kg: string | null } }

const range = (from: Decimal, to: Decimal): string => `${quantityText(from)} to ${quantityText(to)} kg`

const noteStart = ({ row, values }: BreakRow, previous: BreakRow | undefined, note: Note): void => {
  const overKg = decimal(values.over_kg)
  if (!previous) {
    if (overKg.gt(ZERO)) note(row, 'over_kg', `leaves a gap: no row covers ${range(ZERO, overKg)}`)
    return
  }
  if (previous.values.up_to_kg === null) {
    note(row, 'over_kg', `overlaps row ${previous.row}, which has ${NO_LIMIT}`)
    return
  }
  const reachedKg = decimal(previous.values.up_to_kg)
  if (overKg.gt(reachedKg)) note(row, 'over_kg', `leaves a gap after row ${previous.row}: no row covers ${range(reachedKg, overKg)}`)
  if (overKg.lt(reachedKg)) note(row, 'over_kg', `overlaps row ${previous.row}: both cover ${range(overKg, reachedKg)}`)
}

/**
 * Sorts the price rows by weight and reports gaps and overlaps. The rows of a file may be in any order, because users sort their
 * spreadsheets.
 */
const orderBreaks = <T extends BreakRow>(rows: readonly T[], note: Note): T[] => {
  const ordered = rows.toSorted((one, other) => decimal(one.values.over_kg).cmp(other.values.over_kg))
  ordered.forEach((current, index) => {
    const { over_kg, up_to_kg } = current.values
    if (up_to_kg !== null && decimal(up_to_kg).lte(over_kg)) {
      note(current.row, 'up_to_kg', `must be above over_kg, which is ${over_kg}`)
      return
    }
    noteStart(current, ordered[index - 1], note)
    if (index === ordered.length - 1 && up_to_kg !== null) {
      note(current.row, 'up_to_kg', `must be "${NO_LIMIT}" in the last row of a zone: no row covers more than ${up_to_kg} kg`)
    }
  })
  return ordered
}

type PricesByZone = Map<string, SheetRow[]>

const readZones = (rows: readonly SheetRow[], note: Note): ExportAirTariff['zones'] => {
  const zones = new Map<string, number>()
  const countries = new Map<string, number>()
  if (rows.length === 0) note(1, ROW, 'has no zone row below it: a card has at least one')
  return rows.flatMap(({ row, values }) => {
    const { zone, countries: named } = values
    if (zone !== undefined) isFirst(zones, zone, row, (firstRow) => note(row, 'zone', `${zone} has a zone row already, row ${firstRow}`))
    for (const country of named ?? []) {
      isFirst(countries, country, row, (firstRow) => note(row, 'countries', `${country} is in the zone of row ${firstRow} already`))
    }
    return zone !== undefined && named !== undefined ? [{ zone, countries: named }] : []
  })
}

const readLane = (zone: string, rows: readonly SheetRow[], note: Note): ServiceZone | null => {
  const timed = rows.find((row) => row.values.transit_days !== undefined)
  const transitDays = timed?.values.transit_days
  for (const { row, values } of rows) {
    if (values.transit_days !== undefined && values.transit_days !== transitDays) {
      note(row, 'transit_days', `is ${values.transit_days}, but ${transitDays} in row ${timed!.row} for the same service and zone`)
    }
  }
  const bounded = rows.flatMap(({ row, values }) => {
    const bounds = complete(values, ['over_kg', 'up_to_kg'])
    return bounds ? [{ row, values: { ...bounds, price_per_kg: values.price_per_kg } }] : []
  })
  // If a row has an invalid bound, gaps are not checked, because the invalid row would look like a gap.
  if (bounded.length < rows.length) return null
  const breaks = orderBreaks(bounded, note).flatMap(({ values }) =>
    values.price_per_kg === undefined ? [] : [{ upToKg: values.up_to_kg, pricePerKg: values.price_per_kg }],
  )
  return transitDays === undefined ? null : { zone, transitDays, breaks }
}

const serviceKey = (carrier: string, service: string): string => JSON.stringify([carrier, service])

const sortPrices = (rows: readonly SheetRow[], services: ReadonlyMap<string, number>, zones: ReadonlySet<string>, note: Note) => {
  const sorted = new Map<string, PricesByZone>()
  for (const priceRow of rows) {
    const { carrier, service, zone } = priceRow.values
    if (zone !== undefined && !zones.has(zone)) note(priceRow.row, 'zone', `${zone} has no zone row`)
    if (carrier === undefined || service === undefined) continue
    const key = serviceKey(carrier, service)
    if (!services.has(key)) note(priceRow.row, 'service', `${service} of ${carrier} has no service row`)
    if (zone === undefined) continue
    sorted
      .getOrInsertComputed(key, () => new Map())
      .getOrInsertComputed(zone, () => [])
      .push(priceRow)
  }
  return sorted
}

/** A service must have price rows for exactly the zones in `zones_served`. This check detects a price row that was lost. */
const checkServed = ({ row, values }: SheetRow, prices: PricesByZone, zones: ReadonlySet<string>, note: Note): void => {
  const served = values.zones_served
  if (served === undefined) return
  for (const zone of served === '*' ? zones : served) {
    if (!zones.has(zone)) note(row, 'zones_served', `${zone} has no zone row`)
    else if (!prices.has(zone)) note(row, 'zones_served', `includes zone ${zone}, but the service has no price row for it`)
  }
  for (const [zone, priceRows] of prices) {
    if (served === '*' || served.includes(zone) || !zones.has(zone)) continue
    for (const priceRow of priceRows) note(priceRow.row, 'zone', `${zone} is not in zones_served of the service, row ${row}`)
  }
}

const readServices = (rows: readonly SheetRow[], priceRows: readonly SheetRow[], zones: ReadonlySet<string>, note: Note): AirService[] => {
  const taken = new Map<string, number>()
  const first = rows.filter(({ row, values: { carrier, service } }) => {
    if (carrier === undefined || service === undefined) return false
    return isFirst(taken, serviceKey(carrier, service), row, (firstRow) =>
      note(row, 'service', `${service} of ${carrier} has a service row already, row ${firstRow}`),
    )
  })
  if (rows.length === 0) note(1, ROW, 'has no service row below it: a card has at least one')
  const prices = sortPrices(priceRows, taken, zones, note)
  return first.flatMap((serviceRow): AirService[] => {
    const { carrier = '', service = '' } = serviceRow.values
    const byZone: PricesByZone = prices.get(serviceKey(carrier, service)) ?? new Map()
    checkServed(serviceRow, byZone, zones, note)
    const lanes = [...byZone].flatMap(([zone, lane]) => readLane(zone, lane, note) ?? [])
    const surcharges = complete(serviceRow.values, SURCHARGE_COLUMNS)
    return surcharges ? [{ carrier, service, surcharges: surchargesIn(surcharges), zones: lanes }] : []
  })
}

export const readExportAir = (rows: readonly SheetRow[], note: Note): CardContent | null => {
  const ofType = (type: string): SheetRow[] => rows.filter((row) => row.type === type)
  const card = complete(cardRow(rows, 'export_air', note), ['title', 'currency', 'volumetric_divisor_cm3_per_kg', 'step_kg'])
  const zoneRows = ofType('zone')
  const zones = readZones(zoneRows, note)
  const zoneNames = new Set(zoneRows.flatMap((row) => row.values.zone ?? []))
  const services = readServices(ofType('service'), ofType('price'), zoneNames, note)
  if (!card) return null
  return {
    title: card.title,
    currency: card.currency,
    tariff: { kind: 'export_air', volumetricDivisor: card.volumetric_divisor_cm3_per_kg, stepKg: card.step_kg, zones, services },
  }
}
