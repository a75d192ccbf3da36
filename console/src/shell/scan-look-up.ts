// Looks up a code and turns the result into choices.

import { api } from '../api.ts'
import { trackConnection } from '../queue/connection.ts'
import type { Mode } from '../scope.tsx'
import { t } from '../strings.ts'
import type { InboundParcel, OpsPackage, ScanAnswer, ScannedCustomer } from '../wire.ts'
import type { Choice, ScanOutcome } from './scan-context.tsx'

/** `site`: ID or code of the site whose places are searched; null for all sites. */
export const lookUp = (code: string, mode: Mode, site: string | null): Promise<ScanAnswer> =>
  trackConnection(api.get<ScanAnswer>('/ops/v1/scan', { code, mode, ...(site === null ? {} : { site }) }))

export type ScanActions = {
  onPackage: (parcel: OpsPackage) => void
  onCustomer: (customer: ScannedCustomer) => void
  /** Called when a suggested code is chosen. */
  onCode: (code: string) => void
  onUnidentified: ((labelText: string) => void) | null
}

export const packageChoice = (parcel: OpsPackage, { onPackage }: ScanActions): Choice => ({
  key: parcel.parcel_id,
  title: parcel.parcel_number,
  detail: `${parcel.customer.name} · ${parcel.business.name}`,
  pick: () => onPackage(parcel),
})

export const customerTitle = ({ address_suffix: id, full_name: name }: Pick<ScannedCustomer, 'address_suffix' | 'full_name'>): string =>
  name === '' ? id : `${id} · ${name}`

const customerChoice = (customer: ScannedCustomer, { onCustomer }: ScanActions): Choice => ({
  key: customer.parcel_customer_id,
  title: customerTitle(customer),
  detail: customer.business.name,
  pick: () => onCustomer(customer),
})

/** The customer of an announced parcel, or the business if the parcel has no customer. */
export const inboundTitle = ({ customer, business }: Pick<InboundParcel, 'customer' | 'business'>): string =>
  customer ? customerTitle(customer) : `${business.prefix} · ${business.name}`

export const inboundChoice = (inbound: InboundParcel, onInbound: (inbound: InboundParcel) => void): Choice => ({
  key: inbound.inbound_parcel_id,
  title: inboundTitle(inbound),
  detail: `${t(`inbound.${inbound.status}`)} · ${inbound.business.name}`,
  pick: () => onInbound(inbound),
})

/** Calls `onCustomer` if only one customer matches. Offers a choice if several businesses use the same customer ID. */
export const customerOutcome = (code: string, { candidates }: ScanAnswer, actions: ScanActions): ScanOutcome => {
  const [only, ...others] = candidates
  if (only && others.length === 0) {
    actions.onCustomer(only)
    return null
  }
  return { message: t('scan.severalCustomers', { code }), choices: candidates.map((customer) => customerChoice(customer, actions)) }
}

export const unknownOutcome = (code: string, { mistyped, suggestions }: ScanAnswer, actions: ScanActions): ScanOutcome => {
  const { onCode, onUnidentified } = actions
  return {
    message: t(mistyped ? 'scan.mistyped' : 'scan.unknown', { code }),
    isError: true,
    choices: [
      ...suggestions.parcel_numbers.map((number) => ({
        key: number,
        title: number,
        detail: t('scan.lookAlike'),
        pick: () => onCode(number),
      })),
      ...suggestions.customers.map((customer) => customerChoice(customer, actions)),
      ...(onUnidentified
        ? [
            {
              key: 'unidentified',
              title: t('scan.asUnidentified'),
              detail: t('scan.asUnidentifiedHint'),
              isStoring: true as const,
              pick: () => onUnidentified(code),
            },
          ]
        : []),
    ],
  }
}
