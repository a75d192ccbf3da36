// Rates of the operator's own cards for a cargo on a lane, cheapest first.

import type { Cargo } from '../pricing/cargo.ts'
import type { Lane, PriceBook, ServicePrice } from '../pricing/pricing.ts'
import { priceExportAir, priceImportAir, priceOcean } from '../pricing/pricing.ts'
import { decimal } from '../values/money.ts'
import { OCEAN_SERVICE, OCEAN_TRANSIT_DAYS } from './quote.ts'

const OPERATOR = 'Waybill'
const IMPORT_AIR_SERVICE = 'Air Freight'

/** Throws LANE_NOT_SERVED if no card prices the cargo. */
export const cardOffers = (lane: Lane, cargo: Cargo, book: PriceBook): ServicePrice[] => {
  if (cargo.mode === 'ocean') {
    return [{ ...priceOcean(cargo, lane, book), carrier: OPERATOR, service: OCEAN_SERVICE, transitDays: OCEAN_TRANSIT_DAYS }]
  }
  if (lane.direction === 'import') {
    return [{ ...priceImportAir(cargo, lane, book), carrier: OPERATOR, service: IMPORT_AIR_SERVICE }]
  }
  return priceExportAir(cargo, lane, book).sort((a, b) => decimal(a.amount).cmp(b.amount))
}
