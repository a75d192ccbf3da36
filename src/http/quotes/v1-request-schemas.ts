// Schemas of quote requests under /v1. Rules that concern several fields are checked in domain/quotes/quote-request.ts.

import * as Type from '../../platform/http/schemas/type.ts'
import {
  ContainerSizeName,
  DimensionCm,
  Direction,
  PACKAGES_MAX_ENTRIES,
  Quantity,
  TransportMode,
  VolumeCbm,
  WeightKg,
} from '../values/fields.ts'
import { QUOTE_REQUESTS } from './v1-request-examples.ts'

const Party = Type.TitledPartial('PartyRequest', {
  name: Type.Text({ description: 'A name, or the unique ID of a parcel customer' }),
  email: Type.Text(),
  phone: Type.Text(),
  address: Type.TitledPartial('AddressRequest', {
    street: Type.Text(),
    city: Type.Text(),
    state: Type.Text(),
    postal_code: Type.Text(),
    country: Type.Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
  }),
})

const country = Type.Text({ description: 'ISO-2 code, ISO-3 code or English name' })
const dimensions = { length: DimensionCm(), width: DimensionCm(), height: DimensionCm() }

const PackagesElement = Type.TitledPartial('CargoItemRequest', {
  package_type: Type.Text({ description: 'Air: Pallet, Carton, Crate, …' }),
  container_size: ContainerSizeName({ description: 'Ocean: the exact pricing key' }),
  quantity: Quantity({ description: 'Ocean: containers or cargo units; 1 when absent' }),
  commodity: Type.Text(),
  weight: WeightKg({ description: 'kg, total of the element; required for air, Ro-Ro and Breakbulk' }),
  ...dimensions,
  volume: VolumeCbm({
    description: 'Ocean: CBM, total of the element; required for LCL, Ro-Ro and Breakbulk unless all dimensions are given',
  }),
})

const Parcel = Type.TitledPartial('ParcelRequest', {
  direction: Direction({ default: 'export' }),
  transport_mode: TransportMode({ default: 'air' }),
  address_suffix: Type.Text({ description: 'Customer unique ID, full (`DEM1001`) or short (`1001`)' }),
  parcel_customer_token: Type.Text({ description: 'Customer token or unique ID; takes precedence over address_suffix' }),
  customer_id: Type.Text({ description: 'Alias of parcel_customer_token' }),
  sender_name: Type.Text(),
  sender_email: Type.Text(),
  origin_mobile: Type.Text(),
  origin_address: Type.Text(),
  origin_city: Type.Text(),
  origin_zip_code: Type.Text(),
  origin_state: Type.Text(),
  origin_country: country,
  dest_name: Type.Text(),
  dest_email: Type.Text(),
  dest_mobile: Type.Text(),
  dest_address: Type.Text(),
  dest_city: Type.Text(),
  dest_zip_code: Type.Text(),
  dest_state: Type.Text(),
  destination_country: country,
  declared_weight: WeightKg(),
  ...dimensions,
  description: Type.LongText(),
  sender: Party,
  recipient: Party,
  package: Type.TitledPartial('AirCargoRequest', { weight: WeightKg(), ...dimensions, item_description: Type.LongText() }),
  packages: Type.Array(PackagesElement, { maxItems: PACKAGES_MAX_ENTRIES }),
  ...Type.clientFields,
})

export const CreateQuoteBody = Type.Object({ parcel: Parcel }, { 'x-examples': QUOTE_REQUESTS })

export const CancelBody = Type.PartialBody([{ comment: 'The customer changed plans' }], { comment: Type.LongText() })

export const BookBody = Type.PartialBody([{ rate_id: 'rate_01kqn2x4t8e6nvd0t2d5c1yq7w' }], {
  rate_id: Type.Text({ description: 'The id of a rate of this quote; required for export air' }),
})
