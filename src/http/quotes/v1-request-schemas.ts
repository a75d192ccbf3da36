// Schemas of quote requests (rules 1 to 7 of the contract).

import { clientFields, LongText, Text, Titled } from '../../platform/http/schemas/fields.ts'
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

const Party = Titled(
  'PartyRequest',
  Type.Partial(
    Type.Object({
      name: Text({ description: 'A name, or the unique ID of a parcel customer' }),
      email: Text(),
      phone: Text(),
      address: Titled(
        'AddressRequest',
        Type.Partial(
          Type.Object({
            street: Text(),
            city: Text(),
            state: Text(),
            postal_code: Text(),
            country: Text({ description: 'ISO-2 code, ISO-3 code or English name' }),
          }),
        ),
      ),
    }),
  ),
)

const country = Text({ description: 'ISO-2 code, ISO-3 code or English name' })
const dimensions = { length: DimensionCm(), width: DimensionCm(), height: DimensionCm() }

const PackagesElement = Titled(
  'CargoItemRequest',
  Type.Partial(
    Type.Object({
      package_type: Text({ description: 'Air: Pallet, Carton, Crate, …' }),
      container_size: ContainerSizeName({ description: 'Ocean: the exact pricing key' }),
      quantity: Quantity({ description: 'Ocean: containers or cargo units; 1 when absent' }),
      commodity: Text(),
      weight: WeightKg({ description: 'kg, total of the element; required for air, Ro-Ro and Breakbulk' }),
      ...dimensions,
      volume: VolumeCbm({
        description: 'Ocean: CBM, total of the element; required for LCL, Ro-Ro and Breakbulk unless all dimensions are given',
      }),
    }),
  ),
)

const Parcel = Titled(
  'ParcelRequest',
  Type.Partial(
    Type.Object({
      direction: Direction({ default: 'export' }),
      transport_mode: TransportMode({ default: 'air' }),
      address_suffix: Text({ description: 'Customer unique ID, full (`DEM1001`) or short (`1001`)' }),
      parcel_customer_token: Text({ description: 'Customer token or unique ID; takes precedence over address_suffix' }),
      customer_id: Text({ description: 'Alias of parcel_customer_token' }),
      sender_name: Text(),
      sender_email: Text(),
      origin_mobile: Text(),
      origin_address: Text(),
      origin_city: Text(),
      origin_zip_code: Text(),
      origin_state: Text(),
      origin_country: country,
      dest_name: Text(),
      dest_email: Text(),
      dest_mobile: Text(),
      dest_address: Text(),
      dest_city: Text(),
      dest_zip_code: Text(),
      dest_state: Text(),
      destination_country: country,
      declared_weight: WeightKg(),
      ...dimensions,
      description: LongText(),
      sender: Party,
      recipient: Party,
      package: Titled('AirCargoRequest', Type.Partial(Type.Object({ weight: WeightKg(), ...dimensions, item_description: LongText() }))),
      packages: Type.Array(PackagesElement, { maxItems: PACKAGES_MAX_ENTRIES }),
      ...clientFields,
    }),
  ),
)

export const CreateQuoteBody = Type.Object({ parcel: Parcel }, { 'x-examples': QUOTE_REQUESTS })

export const CancelBody = Type.Partial(Type.Object({ comment: LongText() }), { examples: [{ comment: 'The customer changed plans' }] })

export const BookBody = Type.Partial(
  Type.Object({ rate_id: Text({ description: 'The id of a rate of this quote; required for export air' }) }),
  {
    examples: [{ rate_id: 'rate_01kqn2x4t8e6nvd0t2d5c1yq7w' }],
  },
)
