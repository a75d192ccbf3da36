// The data of the quote form, and the request made from it. Empty fields are left out of the request; the server checks the request.

import type { CargoItemRequest, ContainerSize, ParcelRequest, PartyRequest } from '../../../../client/src/generated.ts'
import { typedNumber } from '../../../../web/typed-number.ts'
import type { Customer, OwnBusiness } from '../../wire.ts'

const PARTY_FIELDS = ['name', 'phone', 'email', 'street', 'city', 'state', 'postalCode', 'country'] as const
export type PartyDraft = Record<(typeof PARTY_FIELDS)[number], string>
export type CargoDraft = { key: number } & Record<
  'kind' | 'size' | 'quantity' | 'goods' | 'weight' | 'length' | 'width' | 'height' | 'volume',
  string
>

export type Draft = {
  direction: 'import' | 'export'
  transport: 'air' | 'ocean'
  /** Whether the sender is a customer. For an export, choosing a customer fills in the sender's fields. */
  isFromCustomer: boolean
  customer: Customer | null
  sender: PartyDraft
  recipient: PartyDraft
  /** Whether an import goes to an address other than the business's own. */
  isElsewhere: boolean
  cargo: CargoDraft[]
  reference: string
}

export const CONTAINER_SIZES: readonly ContainerSize[] = ["20'", "40'", "40' HC", "40' REEF", "20' REEF", 'LCL', 'Ro-Ro', 'Breakbulk']
const BY_VOLUME: readonly string[] = ['LCL', 'Ro-Ro', 'Breakbulk']

export const isByVolume = (size: string): boolean => BY_VOLUME.includes(size)

const HOME = 'NG'
const SUPPLIERS = 'CN'

const emptyParty = (country: string): PartyDraft =>
  ({ ...Object.fromEntries(PARTY_FIELDS.map((field) => [field, ''])), country }) as PartyDraft

export const emptyCargo = (key: number): CargoDraft => ({
  key,
  kind: '',
  size: 'LCL',
  quantity: '1',
  goods: '',
  weight: '',
  length: '',
  width: '',
  height: '',
  volume: '',
})

export const emptyDraft = (direction: Draft['direction'] = 'import', customer: Customer | null = null): Draft => ({
  direction,
  transport: 'air',
  isFromCustomer: true,
  customer,
  sender: emptyParty(direction === 'import' ? SUPPLIERS : HOME),
  recipient: emptyParty(direction === 'import' ? HOME : ''),
  isElsewhere: false,
  cargo: [emptyCargo(0)],
  reference: '',
})

/** Returns a draft for the other direction, with the same customer, transport, cargo and reference. */
export const turned = (draft: Draft, direction: Draft['direction']): Draft => ({
  ...emptyDraft(direction, draft.customer),
  transport: draft.transport,
  cargo: draft.cargo,
  reference: draft.reference,
})

/** Returns the sender of an export, filled in from the customer's profile. */
export const senderOf = (customer: Customer): PartyDraft => ({
  name: customer.full_name,
  phone: customer.mobile ?? '',
  email: customer.email ?? '',
  street: customer.origin_address ?? '',
  city: customer.origin_city ?? '',
  state: customer.origin_state ?? '',
  postalCode: customer.origin_zip_code ?? '',
  country: /^[A-Z]{2}$/.test(customer.origin_country ?? '') ? customer.origin_country! : HOME,
})

/** Returns the business itself as the sender, with its own address. */
export const partyOf = ({ name, phone, email, address }: OwnBusiness['own_address']): PartyDraft => ({
  name: name ?? '',
  phone: phone ?? '',
  email: email ?? '',
  street: address?.street ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postalCode: address?.postal_code ?? '',
  country: address?.country ?? HOME,
})

const textOf = (text: string): string | undefined => text.trim() || undefined

const numberOf = (text: string): number | undefined => typedNumber(text) as number | undefined

const partyRequest = ({ name, phone, email, ...address }: PartyDraft): PartyRequest => ({
  name: textOf(name),
  phone: textOf(phone),
  email: textOf(email),
  address: {
    street: textOf(address.street),
    city: textOf(address.city),
    state: textOf(address.state),
    postal_code: textOf(address.postalCode),
    country: textOf(address.country),
  },
})

const sidesOf = ({ length, width, height }: CargoDraft) => ({
  length: numberOf(length),
  width: numberOf(width),
  height: numberOf(height),
})

const cargoRequest = ({ direction, transport, cargo }: Draft): Pick<ParcelRequest, 'package' | 'packages'> => {
  const [first] = cargo as [CargoDraft]
  if (transport === 'ocean')
    return {
      packages: cargo.map(
        (item): CargoItemRequest => ({
          container_size: item.size as ContainerSize,
          quantity: numberOf(item.quantity),
          commodity: textOf(item.goods),
          weight: numberOf(item.weight),
          ...(isByVolume(item.size) ? { ...sidesOf(item), volume: numberOf(item.volume) } : {}),
        }),
      ),
    }
  if (direction === 'export')
    return { package: { weight: numberOf(first.weight), ...sidesOf(first), item_description: textOf(first.goods) } }
  return { packages: cargo.map((item) => ({ package_type: textOf(item.kind), weight: numberOf(item.weight), ...sidesOf(item) })) }
}

/**
 * True if an import goes to the business's own address: the business has no last-mile delivery, and the user has not chosen another
 * address.
 */
export const isToOwnAddress = ({ direction, isElsewhere }: Draft, business: OwnBusiness): boolean =>
  direction === 'import' && !business.last_mile && !isElsewhere

export const isSenderTyped = ({ direction, isFromCustomer }: Draft): boolean => direction === 'export' || !isFromCustomer

export const requestOf = (draft: Draft, business: OwnBusiness): ParcelRequest => {
  const { direction, transport, customer, isFromCustomer, sender, recipient, cargo, reference } = draft
  const isGoodsAside = direction === 'import' && transport === 'air'
  return {
    direction,
    transport_mode: transport,
    ...(isFromCustomer && customer ? { parcel_customer_token: customer.parcel_customer_id } : {}),
    ...(isSenderTyped(draft) ? { sender: partyRequest(sender) } : {}),
    recipient: isToOwnAddress(draft, business)
      ? { name: textOf(recipient.name) ?? business.name, phone: textOf(recipient.phone) }
      : partyRequest(recipient),
    ...cargoRequest(draft),
    ...(isGoodsAside ? { description: textOf(cargo[0]!.goods) } : {}),
    client_reference: textOf(reference),
  }
}
