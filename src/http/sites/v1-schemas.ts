// Schemas of warehouse addresses under /v1 and /ops/v1.

import { SITES_MAX } from '../../domain/sites/site.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const LINES_MAX = 8

const writtenFields = {
  language: Type.String({ description: 'Language of the address, such as en or zh' }),
  name: Type.String({ description: 'Name of the addressee, with the ID' }),
  line1: Type.String({ description: 'First line of the address: the ID, by which the warehouse knows whose parcel it is' }),
  street: Type.NullableString(),
  city: Type.NullableString(),
  state: Type.NullableString(),
  postal_code: Type.NullableString(),
  country: Type.String({ description: 'Name of the country in this language' }),
  phone: Type.NullableString({ description: 'Telephone number of the warehouse' }),
  lines: Type.Array(Type.String(), { maxItems: LINES_MAX, description: 'The whole address line by line' }),
  text: Type.String({ description: 'The same as one text' }),
}
const Written = Type.Named('WrittenAddress', writtenFields)

const card = {
  site: Type.String({ description: 'Short code of the site' }),
  site_name: Type.String(),
  country: Type.String({ description: 'ISO 3166, two letters' }),
  opening_hours: Type.NullableString(),
  time_zone: Type.String({ description: 'Time zone of the opening hours' }),
  mode: Type.Enum(['test', 'live'], { description: 'Parcels for an ID of test mode are not matched by the warehouse' }),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'Null: the address is for the business itself' }),
  customer_identifier: Type.String({ description: 'Unique ID of the customer, or the prefix of the business' }),
}
const Local = Type.OrNull(Type.RefTo(Written), {
  description: 'The address in the language of the country; null if the forwarder has not set it',
})
const WarehouseAddress = Type.Named('WarehouseAddress', { ...card, english: Type.RefTo(Written), local: Local })
export type WireWarehouseAddress = Type.Static<typeof WarehouseAddress>
export const WarehouseAddressesAnswer = Type.Array(Type.RefTo(WarehouseAddress), { maxItems: SITES_MAX })

const svg = (language: string) => Type.NullableString({ description: `QR code of the text in ${language}, as SVG` })
const OpsWarehouseAddress = Type.Named('OpsWarehouseAddress', {
  ...WarehouseAddress.properties,
  english_qr: svg('English'),
  local_qr: svg('the local language'),
})
export const OpsWarehouseAddressesAnswer = Type.Array(Type.RefTo(OpsWarehouseAddress), { maxItems: SITES_MAX })
export type WireOpsWarehouseAddress = Type.Static<typeof OpsWarehouseAddress>

export const ADDRESS_SCHEMAS = [Written, WarehouseAddress]
export const OPS_ADDRESS_SCHEMAS = [OpsWarehouseAddress]

const ENGLISH_LINES = [
  'SMP1001',
  'Sample Trader (SMP1001)',
  '88 Huangshi West Road',
  'Guangzhou, Guangdong, 510425',
  'China',
  '+86 20 5555 0100',
]
const LOCAL_LINES = ['SMP1001', 'Sample Trader (SMP1001)', '中国 510425', '广东省广州市黄石西路88号', '+86 20 5555 0100']
const same = { name: 'Sample Trader (SMP1001)', line1: 'SMP1001', postal_code: '510425', phone: '+86 20 5555 0100' }

export const WAREHOUSE_ADDRESS: WireWarehouseAddress = {
  site: 'CAN',
  site_name: 'Guangzhou warehouse',
  country: 'CN',
  opening_hours: 'Mon–Sat 9:00–18:00',
  time_zone: 'Asia/Shanghai',
  mode: 'live',
  parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  customer_identifier: 'SMP1001',
  english: {
    language: 'en',
    ...same,
    street: '88 Huangshi West Road',
    city: 'Guangzhou',
    state: 'Guangdong',
    country: 'China',
    lines: ENGLISH_LINES,
    text: ENGLISH_LINES.join('\n'),
  },
  local: {
    language: 'zh',
    ...same,
    street: '黄石西路88号',
    city: '广州市',
    state: '广东省',
    country: '中国',
    lines: LOCAL_LINES,
    text: LOCAL_LINES.join('\n'),
  },
}
