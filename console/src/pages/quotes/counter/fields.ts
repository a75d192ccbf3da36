// The fields of the counter's form, and the request made from them.

import { typedNumber } from '../../../../../web/typed-number.ts'
import type { Customer } from '../../../wire.ts'

export const FLOWS = ['export-air', 'import-air', 'import-ocean', 'export-ocean'] as const
export type Flow = (typeof FLOWS)[number]
export const CONTAINER_SIZES = ["20'", "40'", "40' HC", "40' REEF", "20' REEF", 'LCL', 'Ro-Ro', 'Breakbulk'] as const

export const PARTY_FIELDS = ['name', 'phone', 'email', 'street', 'city', 'state', 'postal_code', 'country'] as const
export type PartyField = (typeof PARTY_FIELDS)[number]
export type PartyFields = Record<PartyField, string>

const LINE_FIELDS = ['container_size', 'quantity', 'weight', 'length', 'width', 'height', 'volume', 'commodity', 'package_type'] as const
export type LineField = (typeof LINE_FIELDS)[number]
/** `key`: identifies the line, and stays the same when other lines are removed. */
export type CargoLine = Record<LineField, string> & { key: number }

export type Fields = {
  businessId: string
  flow: Flow
  customerId: string
  sender: PartyFields
  recipient: PartyFields
  description: string
  lines: CargoLine[]
}

const HOME_COUNTRY = 'NG'
const blankParty = (country: string): PartyFields => ({
  ...(Object.fromEntries(PARTY_FIELDS.map((field) => [field, ''])) as PartyFields),
  country,
})

export const isOcean = (flow: Flow): boolean => flow.endsWith('ocean')
export const isImport = (flow: Flow): boolean => flow.startsWith('import')
/** Whether the cargo may have several lines. Export by air has only one line, because a carrier takes one piece per label. */
export const takesLines = (flow: Flow): boolean => flow !== 'export-air'
/** Whether the form asks for the sender. For an import with a customer, the sender comes from the customer's profile. */
export const needsSender = ({ flow, customerId }: Fields): boolean => !isImport(flow) || customerId === ''

export const blankLine = (key: number): CargoLine => ({
  ...(Object.fromEntries(LINE_FIELDS.map((field) => [field, ''])) as Record<LineField, string>),
  container_size: 'LCL',
  key,
})

const partiesFor = (flow: Flow) => ({
  sender: blankParty(isImport(flow) ? '' : HOME_COUNTRY),
  recipient: blankParty(isImport(flow) ? HOME_COUNTRY : ''),
})

export const blankFields = (businessId: string, flow: Flow = 'export-air'): Fields => ({
  businessId,
  flow,
  customerId: '',
  ...partiesFor(flow),
  description: '',
  lines: [blankLine(0)],
})

/**
 * Changes the flow. If the direction changes, the customer and the parties are reset. The cargo is kept, but export by air keeps only the
 * first line.
 */
export const inFlow = (fields: Fields, flow: Flow): Fields => ({
  ...fields,
  flow,
  ...(isImport(flow) === isImport(fields.flow) ? {} : { customerId: '', ...partiesFor(flow) }),
  lines: takesLines(flow) ? fields.lines : fields.lines.slice(0, 1),
})

/**
 * Fills in the form from the customer's profile: all fields of the sender for an export, or the name and phone of the recipient for an
 * import.
 */
export const withCustomer = (fields: Fields, customer: Customer): Fields => {
  const { full_name: name, mobile, email } = customer
  const contact = { name, phone: mobile ?? '', email: email ?? '' }
  if (isImport(fields.flow))
    return { ...fields, customerId: customer.parcel_customer_id, recipient: { ...fields.recipient, name, phone: contact.phone } }
  const sender = {
    ...contact,
    street: customer.origin_address ?? '',
    city: customer.origin_city ?? '',
    state: customer.origin_state ?? '',
    postal_code: customer.origin_zip_code ?? '',
    country: customer.origin_country ?? HOME_COUNTRY,
  }
  return { ...fields, customerId: customer.parcel_customer_id, sender }
}

const measuresOf = ({ weight, length, width, height }: CargoLine) => ({
  weight: typedNumber(weight),
  length: typedNumber(length),
  width: typedNumber(width),
  height: typedNumber(height),
})

const nested = ({ name, phone, email, ...address }: PartyFields) => ({ name, phone, email, address })

const cargoOf = ({ flow, lines, description }: Fields): object => {
  if (flow === 'export-air') return { package: { ...measuresOf(lines[0]!), item_description: description } }
  const packages = lines.map((line) =>
    isOcean(flow)
      ? {
          ...measuresOf(line),
          container_size: line.container_size,
          quantity: typedNumber(line.quantity),
          volume: typedNumber(line.volume),
          commodity: line.commodity,
        }
      : { ...measuresOf(line), package_type: line.package_type },
  )
  return { packages, description }
}

/** The `parcel` of a quote request. */
export const parcelOf = (fields: Fields): object => {
  const [direction, transportMode] = fields.flow.split('-')
  return {
    direction,
    transport_mode: transportMode,
    ...(fields.customerId === '' ? {} : { parcel_customer_token: fields.customerId }),
    ...(needsSender(fields) ? { sender: nested(fields.sender) } : {}),
    recipient: nested(fields.recipient),
    ...cargoOf(fields),
  }
}

/** The path that names the field in the server's errors, for example `parcel.sender.name`. */
export const partyPath = (side: 'sender' | 'recipient', field: PartyField): string =>
  `parcel.${side}.${['name', 'phone', 'email'].includes(field) ? field : `address.${field}`}`
export const linePath = (flow: Flow, index: number, field: LineField): string =>
  flow === 'export-air' ? `parcel.package.${field}` : `parcel.packages[${index}].${field}`
