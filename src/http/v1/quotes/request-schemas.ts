// Schemas of quote requests (rules 1 to 7 of the contract).

import { ContainerSizeName, Direction, TransportMode } from '../../schemas/enums.ts'
import {
  clientFields,
  DimensionCm,
  LongText,
  PACKAGES_MAX_ENTRIES,
  Quantity,
  Text,
  Titled,
  VolumeCbm,
  WeightKg,
} from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'

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
      customer_id: Text({ description: 'Another name of parcel_customer_token' }),
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

const SENDER = {
  name: 'Ikeja Crafts',
  phone: '+2348000000001',
  address: { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', country: 'NG' },
}
const RECIPIENT = {
  name: 'Sample Gallery',
  phone: '+442000000000',
  email: 'gallery@example.com',
  address: { street: '1 Example Street', city: 'London', postal_code: 'E1 6AN', country: 'GB' },
}
const SUPPLIER = {
  name: 'Sample Supplier',
  phone: '+8620000000000',
  address: { street: '8 Example Road', city: 'Guangzhou', state: 'Guangdong', country: 'CN' },
}

/** The four flows. */
const QUOTE_REQUESTS = {
  'export-air': {
    summary: 'Export by air: choose one of the rates',
    value: {
      parcel: {
        direction: 'export',
        transport_mode: 'air',
        sender: SENDER,
        recipient: RECIPIENT,
        package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: 'Carved wooden bowls' },
      },
    },
  },
  'import-air': {
    summary: 'Import by air: priced on arrival in the warehouse',
    value: {
      parcel: {
        direction: 'import',
        transport_mode: 'air',
        sender: SUPPLIER,
        recipient: { name: 'Demo Business', phone: '+2348000000000' },
        packages: [{ package_type: 'Carton', weight: 12.5, length: 60, width: 50, height: 40 }],
      },
    },
  },
  'import-ocean': {
    summary: 'Import by sea for a parcel customer',
    value: {
      parcel: {
        direction: 'import',
        transport_mode: 'ocean',
        address_suffix: 'DEM1001',
        recipient: { name: 'Demo Business', phone: '+2348000000000' },
        packages: [
          { container_size: "40' HC", quantity: 2, commodity: 'Floor tiles' },
          { container_size: 'LCL', volume: 3.5, weight: 900, commodity: 'Fittings' },
        ],
      },
    },
  },
  'export-ocean': {
    summary: 'Export by sea',
    value: {
      parcel: {
        direction: 'export',
        transport_mode: 'ocean',
        sender: SENDER,
        recipient: RECIPIENT,
        packages: [{ container_size: "20'", quantity: 1, commodity: 'Cocoa beans' }],
      },
    },
  },
}

export const CreateQuoteBody = Type.Object({ parcel: Parcel }, { 'x-examples': QUOTE_REQUESTS })

export const CancelBody = Type.Partial(Type.Object({ comment: LongText() }), { examples: [{ comment: 'The customer changed plans' }] })

export const BookBody = Type.Partial(
  Type.Object({ rate_id: Text({ description: 'The id of a rate of this quote; needed for export air' }) }),
  {
    examples: [{ rate_id: 'rate_01kqn2x4t8e6nvd0t2d5c1yq7w' }],
  },
)
