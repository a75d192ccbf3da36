// The candidates to which an unidentified parcel can be assigned: packages, announced parcels and customers, found by code or by name.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, CUSTOMERS } from '../../../api.ts'
import type { Mode } from '../../../scope.tsx'
import { useScope } from '../../../scope.tsx'
import { customerTitle, inboundTitle, lookUp } from '../../../shell/scan-look-up.ts'
import { t } from '../../../strings.ts'
import type { InboundParcel, OpsPackage, ScanAnswer, ScannedCustomer } from '../../../wire.ts'

const TYPING_PAUSE_MS = 200
const CUSTOMERS_SHOWN = 8

/**
 * `isExact`: whether the candidate matches the code exactly. Enter chooses the candidate if it is the only exact match. `body`: the request
 * body that assigns the parcel to this candidate.
 */
export type Candidate = { key: string; title: string; detail: string; isExact: boolean; body: Record<string, unknown> }

const ofPackage = (parcel: OpsPackage): Candidate => ({
  key: parcel.parcel_id,
  title: parcel.parcel_number,
  detail: `${t('unidentified.asPackage')} · ${parcel.customer.name} · ${parcel.business.name}`,
  isExact: true,
  body: { package_id: parcel.parcel_id },
})

const ofNumber = (number: string): Candidate => ({
  key: number,
  title: number,
  detail: `${t('unidentified.asPackage')} · ${t('scan.lookAlike')}`,
  isExact: false,
  body: { code: number },
})

const ofCustomer = (customer: ScannedCustomer, isExact: boolean, mode: Mode): Candidate => ({
  key: customer.parcel_customer_id,
  title: customerTitle(customer),
  detail: `${t('unidentified.asCustomer')} · ${customer.business.name}`,
  isExact,
  body: { customer_id: customer.parcel_customer_id, business_id: customer.business.business_id, mode },
})

export const ofInbound = (inbound: InboundParcel, courierNumber: string): Candidate => ({
  key: inbound.inbound_parcel_id,
  title: inboundTitle(inbound),
  detail: `${t('unidentified.asInbound')} · ${courierNumber} · ${inbound.business.name}`,
  isExact: true,
  body: { inbound_parcel_id: inbound.inbound_parcel_id, courier_number: courierNumber },
})

const isExpected = ({ status, pieces_complete: isComplete, loaded_at_supplier: isLoaded }: OpsPackage): boolean =>
  (status === 'booked' && !isLoaded) || (status === 'warehouse' && !isComplete)

const candidatesIn = (answer: ScanAnswer, named: readonly ScannedCustomer[], mode: Mode, sought: string): Candidate[] => {
  const { packages, candidates: customers, suggestions, inbound_parcels: inbound = [] } = answer
  const candidates = [
    ...inbound.map((each) => ofInbound(each, sought)),
    ...packages.filter(isExpected).map(ofPackage),
    ...customers.map((customer) => ofCustomer(customer, true, mode)),
    ...suggestions.parcel_numbers.map(ofNumber),
    ...[...suggestions.customers, ...named].map((customer) => ofCustomer(customer, false, mode)),
  ]
  return [...new Map(candidates.toReversed().map((candidate) => [candidate.key, candidate])).values()].toReversed()
}

export const useCandidates = (text: string) => {
  const { mode } = useScope()
  const [sought] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const query = useQuery({
    queryKey: ['candidates', mode, sought],
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const params = { mode, q: sought, status: 'active', per_page: CUSTOMERS_SHOWN }
      const [answer, named] = await Promise.all([lookUp(sought, mode, null), api.list<ScannedCustomer>(CUSTOMERS, params)])
      return candidatesIn(answer, named.items, mode, sought)
    },
  })
  const isSettled = sought === text.trim() && !query.isFetching
  return { ...query, isSettled: isSettled && sought !== '', candidates: sought === '' ? [] : (query.data ?? []) }
}
