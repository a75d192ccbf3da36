// The parcel being received, and the values typed into the form. Offline, the parcel may be unknown except for its scanned code.

import { RECEIPTS, UNIDENTIFIED } from '../../api.ts'
import type { Mode } from '../../scope.tsx'
import { customerTitle, inboundTitle } from '../../shell/scan-look-up.ts'
import type { WorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import type { InboundParcel, OpsPackage, ScannedCustomer } from '../../wire.ts'

export type Fields = {
  weight: string
  /** The volume of all pieces together, in CBM. */
  volume: string
  pieces: string
  length: string
  width: string
  height: string
  note: string
  labelText: string
  /** The transport mode of a parcel without a booking. */
  travel: '' | 'air' | 'ocean'
  isLast: boolean
}

export const BLANK: Fields = {
  weight: '',
  volume: '',
  pieces: '',
  length: '',
  width: '',
  height: '',
  note: '',
  labelText: '',
  travel: '',
  isLast: false,
}

export const NUMBERS = ['weight', 'volume', 'pieces', 'length', 'width', 'height'] as const
export type NumberField = (typeof NUMBERS)[number]

const readNumber = (text: string): number => Number(text.trim().replace(',', '.'))

const isCode = (text: string): boolean => /\p{L}\p{L}/u.test(text) || (/\p{L}/u.test(text) && /\d/.test(text))

/** Finds number fields whose text is not a number. Text that looks like a code probably came from a scanner and gets its own message. */
export const mistakesIn = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    NUMBERS.filter((name) => fields[name].trim() !== '' && Number.isNaN(readNumber(fields[name]))).map((name) => [
      name,
      isCode(fields[name]) ? t('receive.isCode') : t('receive.notNumber'),
    ]),
  )

export const measuredOf = (fields: Fields): Record<string, unknown> => ({
  ...Object.fromEntries(NUMBERS.filter((name) => fields[name].trim() !== '').map((name) => [name, readNumber(fields[name])])),
  ...(fields.note.trim() === '' ? {} : { condition_note: fields.note.trim() }),
})

export type Target =
  /** `isFromCache`: whether the parcel was found in the browser's cache, because there was no connection. */
  | { kind: 'package'; code: string; parcel: OpsPackage; isFromCache: boolean }
  | { kind: 'customer'; code: string; customer: ScannedCustomer }
  /** A parcel for the business itself, not for one of its customers. */
  | { kind: 'business'; code: string; business: ScannedCustomer['business']; mode: Mode }
  | { kind: 'inbound'; code: string; inbound: InboundParcel }
  | { kind: 'unidentified'; code: string }
  | { kind: 'code'; code: string }

export const expectedPieces = ({ status, quantity, pieces_arrived: arrived }: OpsPackage): number =>
  status === 'booked' ? quantity : quantity - (arrived ?? quantity)

export const titleOf = (target: Target): string => {
  if (target.kind === 'package') return target.parcel.parcel_number
  if (target.kind === 'customer') return customerTitle(target.customer)
  if (target.kind === 'business') return `${target.business.prefix} · ${target.business.name}`
  if (target.kind === 'inbound') return inboundTitle(target.inbound)
  return target.code === '' ? t('unidentified.one') : target.code
}

const travelOf = ({ travel }: Fields) => (travel === '' ? {} : { transport_mode: travel })

/** Whether the parcel goes by ocean. Ocean transport is charged by volume. */
export const isByOcean = (target: Target, { travel }: Fields): boolean =>
  target.kind === 'package' ? target.parcel.transport_mode === 'ocean' : travel === 'ocean'

export const isUnbooked = (target: Target): boolean => ['customer', 'business', 'inbound'].includes(target.kind)

const targetFields = (target: Target, mode: Mode, fields: Fields): Record<string, unknown> => {
  switch (target.kind) {
    case 'package':
      return { package_id: target.parcel.parcel_id }
    case 'customer':
      return {
        customer_id: target.customer.parcel_customer_id,
        business_id: target.customer.business.business_id,
        mode: target.customer.mode,
        ...travelOf(fields),
      }
    case 'business':
      return { business_id: target.business.business_id, mode: target.mode, ...travelOf(fields) }
    case 'inbound':
      return { inbound_parcel_id: target.inbound.inbound_parcel_id, courier_number: target.code, ...travelOf(fields) }
    case 'code':
      return { code: target.code, mode }
    case 'unidentified':
      return {
        mode,
        ...(fields.labelText.trim() === '' ? {} : { label_text: fields.labelText.trim() }),
        // An unknown code is probably a courier number. If a customer announces this number later, the announcement can be matched to the
        // parcel.
        ...(target.code === '' ? {} : { courier_number: target.code }),
      }
    default:
      return target satisfies never
  }
}

/** `site`: the site where the parcel is. If it is null, the server uses the oldest open site among the user's sites. */
export const requestOf = (
  target: Target,
  fields: Fields,
  mode: Mode,
  site: WorkSite | null,
): { path: string; body: Record<string, unknown> } => ({
  path: target.kind === 'unidentified' ? UNIDENTIFIED : RECEIPTS,
  body: {
    ...targetFields(target, mode, fields),
    ...measuredOf(fields),
    ...(site ? { site: site.site_id } : {}),
    ...(fields.isLast && target.kind === 'package' ? { complete: true } : {}),
  },
})
