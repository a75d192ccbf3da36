// The parcel being received: an expected, unannounced or unidentified parcel, or a code that was not looked up.

import { RECEIPTS, UNIDENTIFIED } from '../../api.ts'
import type { Mode } from '../../scope.tsx'
import { customerTitle } from '../../shell/scan-look-up.ts'
import { t } from '../../strings.ts'
import type { InboundParcel, OpsPackage, ScannedCustomer } from '../../wire.ts'
import type { Fields } from './fields.ts'
import { measuredOf } from './fields.ts'

export type Target =
  /** `isFromCache`: read while there was a connection. */
  | { kind: 'package'; code: string; parcel: OpsPackage; isFromCache: boolean }
  | { kind: 'customer'; code: string; customer: ScannedCustomer }
  | { kind: 'inbound'; code: string; inbound: InboundParcel }
  | { kind: 'unidentified'; code: string }
  | { kind: 'code'; code: string }

export const expectedPieces = ({ status, quantity, pieces_arrived: arrived }: OpsPackage): number =>
  status === 'booked' ? quantity : quantity - (arrived ?? quantity)

export const titleOf = (target: Target): string => {
  if (target.kind === 'package') return target.parcel.parcel_number
  if (target.kind === 'customer') return customerTitle(target.customer)
  if (target.kind === 'inbound') return customerTitle(target.inbound.customer)
  return target.code === '' ? t('receive.unidentified') : target.code
}

const travelOf = ({ travel }: Fields) => (travel === '' ? {} : { transport_mode: travel })

export const isUnbooked = (target: Target): boolean => target.kind === 'customer' || target.kind === 'inbound'

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
    case 'inbound':
      return { inbound_parcel_id: target.inbound.inbound_parcel_id, courier_number: target.code, ...travelOf(fields) }
    case 'code':
      return { code: target.code, mode }
    case 'unidentified':
      return {
        mode,
        ...(fields.labelText.trim() === '' ? {} : { label_text: fields.labelText.trim() }),
        // An unknown code is probably a courier number: a later announcement finds the parcel by it.
        ...(target.code === '' ? {} : { courier_number: target.code }),
      }
    default:
      return target satisfies never
  }
}

export const requestOf = (target: Target, fields: Fields, mode: Mode): { path: string; body: Record<string, unknown> } => ({
  path: target.kind === 'unidentified' ? UNIDENTIFIED : RECEIPTS,
  body: {
    ...targetFields(target, mode, fields),
    ...measuredOf(fields),
    ...(fields.isLast && target.kind === 'package' ? { complete: true } : {}),
  },
})
