// The data of the announcement form, and the request body made from it.

import { typedNumber } from '../../../../web/typed-number.ts'
import type { Inbound } from '../../wire.ts'

export type ItemDraft = {
  description: string
  quantity: string
  unitValue: string
  currency: string
  hsCode: string
  madeIn: string
  hasBattery: boolean
  hasLiquid: boolean
}

export type InboundDraft = { numbers: string; courier: string; items: readonly ItemDraft[]; wish: string; note: string; reference: string }

export const BLANK_ITEM: ItemDraft = {
  description: '',
  quantity: '',
  unitValue: '',
  currency: '',
  hsCode: '',
  madeIn: '',
  hasBattery: false,
  hasLiquid: false,
}

export const BLANK: InboundDraft = { numbers: '', courier: '', items: [BLANK_ITEM], wish: '', note: '', reference: '' }

const itemDraftOf = (item: Inbound['items'][number]): ItemDraft => ({
  description: item.description,
  quantity: String(item.quantity),
  unitValue: item.unit_value ?? '',
  currency: item.currency ?? '',
  hsCode: item.hs_code ?? '',
  madeIn: item.country_of_origin ?? '',
  hasBattery: item.has_battery,
  hasLiquid: item.has_liquid,
})

export const draftOf = (inbound: Inbound): InboundDraft => ({
  numbers: inbound.courier_numbers.join(', '),
  courier: inbound.courier ?? '',
  items: inbound.items.length > 0 ? inbound.items.map(itemDraftOf) : [BLANK_ITEM],
  wish: inbound.transport_mode ?? '',
  note: inbound.note ?? '',
  reference: inbound.client_reference ?? '',
})

const filled = (text: string): string | null => text.trim() || null

const isBlank = (item: ItemDraft): boolean => Object.values(item).every((value) => value === '' || value === false)

const itemOf = (item: ItemDraft) => ({
  ...(filled(item.description) !== null && { description: item.description.trim() }),
  ...(filled(item.quantity) !== null && { quantity: typedNumber(item.quantity) as number }),
  ...(filled(item.unitValue) !== null && { unit_value: item.unitValue.trim() }),
  ...(filled(item.currency) !== null && { currency: item.currency.trim() }),
  ...(filled(item.hsCode) !== null && { hs_code: item.hsCode.trim() }),
  ...(filled(item.madeIn) !== null && { country_of_origin: item.madeIn.trim() }),
  has_battery: item.hasBattery,
  has_liquid: item.hasLiquid,
})

/** `customerId`: the customer's id, or the business's prefix if the parcel belongs to the business. Null if no customer is chosen. */
export const bodyOf = (draft: InboundDraft, customerId: string | null) => ({
  ...(customerId !== null && { customer_id: customerId }),
  courier_numbers: draft.numbers.split(/[\s,;]+/).filter(Boolean),
  courier: filled(draft.courier),
  items: draft.items.filter((item) => !isBlank(item)).map(itemOf),
  transport_mode: filled(draft.wish) as 'air' | 'ocean' | null,
  note: filled(draft.note),
  client_reference: filled(draft.reference),
})
