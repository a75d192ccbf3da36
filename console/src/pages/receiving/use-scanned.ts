// Looks up a code scanned on the receiving page. Fills the form with the parcel, or shows why the parcel cannot be received.

import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { ApiError, OFFLINE } from '../../api.ts'
import { errorText } from '../../components/states.tsx'
import { isConnected } from '../../queue/connection.ts'
import type { Mode } from '../../scope.tsx'
import { useScope } from '../../scope.tsx'
import type { ScanHandler, ScanOutcome } from '../../shell/scan-context.tsx'
import { useScanning } from '../../shell/scan-context.tsx'
import type { ScanActions } from '../../shell/scan-look-up.ts'
import { customerOutcome, inboundChoice, lookUp, packageChoice, unknownOutcome } from '../../shell/scan-look-up.ts'
import { useWorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import type { InboundParcel, OpsPackage, ScanAnswer } from '../../wire.ts'
import { findCachedParcel } from './expected-parcels.ts'
import type { Target } from './target.ts'
import { expectedPieces } from './target.ts'

type Load = (target: Target) => void

const failed = (message: string): ScanOutcome => ({ message, isError: true })

const unconnected = (code: string, mode: Mode, load: Load): ScanOutcome => {
  const parcel = findCachedParcel(code, mode)
  load(parcel ? { kind: 'package', code, parcel, isFromCache: true } : { kind: 'code', code })
  return null
}

const quoteOutcome = (code: string, packages: readonly OpsPackage[], actions: ScanActions): ScanOutcome => {
  const expected = packages.filter((parcel) => expectedPieces(parcel) > 0)
  const meant = expected.length > 0 ? expected : packages
  if (meant.length > 1)
    return { message: t('receive.severalPackages', { code }), choices: meant.map((parcel) => packageChoice(parcel, actions)) }
  if (meant.length === 0) return failed(t('receive.noPackages', { code }))
  actions.onPackage(meant[0]!)
  return null
}

const inboundOutcome = (code: string, found: readonly InboundParcel[], onInbound: (inbound: InboundParcel) => void): ScanOutcome => {
  const [only, ...others] = found
  if (only && others.length === 0) {
    onInbound(only)
    return null
  }
  return { message: t('receive.severalInbound', { code }), choices: found.map((inbound) => inboundChoice(inbound, onInbound)) }
}

export const useScanned = (load: Load): ScanHandler => {
  const { mode } = useScope()
  const [, navigate] = useLocation()
  const { take } = useScanning()
  const { site } = useWorkSite()
  return useCallback(
    async (code) => {
      const actions: ScanActions = {
        onPackage: (parcel) => load({ kind: 'package', code, parcel, isFromCache: false }),
        onCustomer: (customer) => load({ kind: 'customer', code, customer }),
        onCode: (other) => take.current(other),
        onUnidentified: () => load({ kind: 'unidentified', code }),
      }
      const elsewhere = (message: string, href: string): ScanOutcome => ({
        message,
        isError: true,
        choices: [{ key: href, title: t('receive.openIt'), pick: () => navigate(href) }],
      })
      const outcomeOf = (answer: ScanAnswer): ScanOutcome => {
        const { kind, packages, shipment, place, business, unidentified_parcel: unidentified, inbound_parcels: inbound = [] } = answer
        if (kind === 'customer') return customerOutcome(code, answer, actions)
        if (kind === 'inbound') return inboundOutcome(code, inbound, (meant) => load({ kind: 'inbound', code, inbound: meant }))
        if (business) {
          load({ kind: 'business', code, business, mode })
          return null
        }
        if (kind === 'unknown') return unknownOutcome(code, answer, actions)
        if (shipment) return elsewhere(t('receive.isShipment', { code }), `/shipments/${shipment.shipment_id}`)
        if (place) return elsewhere(t('receive.isPlace', { code: place.code }), `/places/${place.place_id}`)
        if (unidentified) return elsewhere(t('receive.isUnidentified'), `/unidentified/${unidentified.unidentified_parcel_id}`)
        return quoteOutcome(code, packages, actions)
      }
      if (!isConnected()) return unconnected(code, mode, load)
      try {
        return outcomeOf(await lookUp(code, mode, site?.site_id ?? null))
      } catch (error) {
        return error instanceof ApiError && error.code === OFFLINE ? unconnected(code, mode, load) : failed(errorText(error))
      }
    },
    [load, mode, navigate, site?.site_id, take],
  )
}
