// Describes what a charge is for (packages, route, service, quantity charged, date of arrival), so that the buyer can check the charge.

import type { Customer } from '../customers/customer.ts'
import { fullName } from '../customers/customer.ts'
import type { Package } from '../packages/package.ts'
import { airTotalKg } from '../pricing/cargo.ts'
import { pricedLane } from '../pricing/pricing.ts'
import type { Quote } from '../quotes/quote.ts'
import { calendarDate } from '../values/calendar.ts'
import { countryName } from '../values/country.ts'
import { quantityText } from '../values/money.ts'
import type { Charge } from './charge.ts'
import type { LineGoods } from './line-goods.ts'

export type GoodsRecords = {
  quote: Quote | null
  parcels: readonly Package[]
  customer: Customer | null
  shipment: string | null
  timeZone: string
}

/** The quantity that was charged, such as `12.5 kg`, `2.5 CBM` or `1 container`. */
const chargedText = ({ selectedRate, cargo }: Quote): string | null => {
  if (selectedRate === null) return null
  const { weight, card, lines } = selectedRate.breakdown
  if (weight !== null) return `${weight.chargeableWeightKg} kg`
  if (card === null) return cargo.mode === 'air' ? `${quantityText(airTotalKg(cargo))} kg` : null
  const freight = lines.filter(({ kind }) => kind === 'freight')
  return freight.length === 0 ? null : freight.map(({ quantity, unit }) => `${quantity} ${unit}`).join(', ')
}

const customerText = ({ customer, quote }: GoodsRecords): string | null => {
  if (customer === null) return quote?.sender.name ?? null
  return [customer.addressSuffix, fullName(customer)].filter((part) => part !== '').join(' ')
}

const routeText = (quote: Quote | null, parcel: Package | undefined): string | null => {
  if (quote) return pricedLane(quote.lane).text
  return parcel ? `${countryName(parcel.originCountry)} to ${countryName(parcel.destinationCountry)}` : null
}

/** Describes the goods of a charge. Null if the charge is for neither a package nor a booking. */
export const goodsOf = (charge: Pick<Charge, 'kind'>, records: GoodsRecords): LineGoods | null => {
  const { quote, parcels, shipment, timeZone } = records
  const [first] = parcels
  if (quote === null && first === undefined) return null
  const arrivals = parcels.flatMap(({ warehouseArrivedAt }) => warehouseArrivedAt ?? [])
  return {
    parcels: parcels.map(({ parcelNumber }) => parcelNumber),
    shipment,
    customer: customerText(records),
    route: routeText(quote, first),
    service: quote?.selectedRate?.service ?? null,
    charged: quote !== null && charge.kind === 'freight' ? chargedText(quote) : null,
    receivedOn: arrivals.length === 0 ? null : calendarDate(Math.min(...arrivals), timeZone),
    reference: first?.clientReference ?? quote?.clientReference ?? null,
  }
}
