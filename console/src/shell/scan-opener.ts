// Default action of a scan: opens the record that matches the code.

import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { readPaperNumber } from '../../../src/domain/billing/paper-number.ts'
import { ApiError, api, OFFLINE } from '../api.ts'
import { errorText } from '../components/states.tsx'
import { useScope } from '../scope.tsx'
import { useMayHandle } from '../session.tsx'
import { t } from '../strings.ts'
import type { SearchFound } from '../wire.ts'
import type { ScanHandler, ScanOutcome } from './scan-context.tsx'
import { useScanning } from './scan-context.tsx'
import type { ScanActions } from './scan-look-up.ts'
import { customerOutcome, lookUp, unknownOutcome } from './scan-look-up.ts'
import { paperChoices } from './search-results.ts'
import { useWorkSite } from './work-site.tsx'

/** Says why a look-up failed. Without a connection, offers to receive the parcel without a look-up. */
const failureOutcome = (error: unknown, code: string, onReceive: ((code: string) => void) | null): ScanOutcome => {
  const isOffline = error instanceof ApiError && error.code === OFFLINE
  return {
    message: isOffline ? t('scan.offline', { code }) : errorText(error),
    isError: true,
    ...(isOffline && onReceive
      ? { choices: [{ key: 'receive', title: t('scan.receive', { code }), isStoring: true as const, pick: () => onReceive(code) }] }
      : {}),
  }
}

export const useScanOpener = (): ScanHandler => {
  const [location, navigate] = useLocation()
  const { take } = useScanning()
  const { mode } = useScope()
  const mayHandle = useMayHandle()
  const { site } = useWorkSite()
  return useCallback(
    async (code) => {
      const receive = mayHandle ? (query: string, text: string) => navigate(`/receive?${query}=${encodeURIComponent(text)}`) : null
      const actions: ScanActions = {
        onPackage: ({ parcel_id }) => navigate(`/packages/${parcel_id}`),
        onCustomer: ({ parcel_customer_id }) => navigate(`/customers/${parcel_customer_id}`),
        onCode: (other) => take.current(other),
        onUnidentified: receive && ((text) => receive('unidentified', text)),
      }
      // This handler runs on /receive only while the receiving page is still loading. The page will read the code from the URL.
      if (receive && location === '/receive') {
        receive('code', code)
        return null
      }
      const paper = readPaperNumber(code)
      if (paper?.kind === 'invoice') {
        // Several businesses may have a test invoice with this number, so the list is opened, filtered by the number.
        navigate(paper.number.startsWith('TEST-') ? `/invoices?mode=test&number=${paper.number}` : `/invoices/${paper.number}`)
        return null
      }
      try {
        const papers = paper ? paperChoices((await api.get<SearchFound>('/ops/v1/search', { q: paper.number, mode })).papers, navigate) : []
        if (papers.length > 1) return { message: t('scan.severalPapers', { code }), choices: papers }
        if (papers[0]) {
          papers[0].pick()
          return null
        }
        const answer = await lookUp(code, mode, site?.site_id ?? null)
        const { kind, packages, quote, shipment, place, business, unidentified_parcel: unidentified } = answer
        if (kind === 'customer') return customerOutcome(code, answer, actions)
        if (kind === 'unknown') return unknownOutcome(code, answer, actions)
        if (kind === 'inbound') {
          if (receive) receive('code', code)
          else navigate(`/inbound?courier_number=${encodeURIComponent(code)}`)
        }
        if (kind === 'package') actions.onPackage(packages[0]!)
        if (business) navigate(`/businesses/${business.business_id}`)
        if (quote) navigate(`/quotes/${quote.parcel_quote_id}`)
        if (shipment) navigate(`/shipments/${shipment.shipment_id}`)
        if (place) navigate(`/places/${place.place_id}`)
        if (unidentified) navigate(`/unidentified/${unidentified.unidentified_parcel_id}`)
        return null
      } catch (error) {
        return failureOutcome(error, code, receive && ((text) => receive('code', text)))
      }
    },
    [location, mode, mayHandle, navigate, site?.site_id, take],
  )
}
