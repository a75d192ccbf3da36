// /ops/v1/scan: looks up a scanned code.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { viewPackages } from '../../flows/packages/view-packages.ts'
import type { Scanned } from '../../flows/receiving/scan-code.ts'
import { proposalsFor, scanCode } from '../../flows/receiving/scan-code.ts'
import { namedSite } from '../../flows/sites/work-site.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { presentOpsInbound } from '../inbound/present.ts'
import { presentOpsBusiness, presentOpsPackage } from '../packages/ops-present.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { SCAN_EXAMPLE } from './ops-examples.ts'
import { presentScannedCustomer, presentUnidentified } from './ops-present.ts'
import { ScanAnswer, ScanQuery } from './ops-schemas.ts'

const packagesOf = (scanned: Scanned) => {
  if (scanned.kind === 'package') return [scanned.found]
  return scanned.kind === 'quote' ? scanned.packages : []
}

/** The response fields that depend on the kind of the scanned record. */
const particularsOf = (scanned: Scanned) => {
  if (scanned.kind === 'quote') {
    const { id, reference, status } = scanned.quote
    return { quote: { parcel_quote_id: id, reference, status } }
  }
  if (scanned.kind === 'shipment') {
    const { id, number, mode, carrier } = scanned.shipment
    return { shipment: { shipment_id: id, number, mode, carrier } }
  }
  if (scanned.kind === 'place') {
    const { id, code, mode } = scanned.place
    return { place: { place_id: id, code, mode } }
  }
  if (scanned.kind === 'business') return { business: presentOpsBusiness(scanned.business) }
  if (scanned.kind === 'inbound') return { inbound_parcels: scanned.matches.map(presentOpsInbound), sure: scanned.isSure }
  return {}
}

const suggestionsOf = (scanned: Scanned) =>
  scanned.kind === 'unknown'
    ? {
        parcel_numbers: scanned.packages.map(({ parcel }) => parcel.parcelNumber),
        customers: scanned.customers.map(presentScannedCustomer),
      }
    : { parcel_numbers: [], customers: [] }

export const scanRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/scan', STAFF, {
    id: 'scanCode',
    summary: 'Look up a scanned code',
    description:
      'Parcel number, tracking code, quote reference, customer ID (full or short), shipment number, place, unidentified parcel, a courier’s number that was announced or the prefix of a business, of any business.',
    query: ScanQuery,
    answers: { 200: goodAnswer('The record found by the code', ScanAnswer, SCAN_EXAMPLE) },
    handler: async ({ query: { code, mode = 'live', site }, staff: { seen } }) => {
      const siteId = site === undefined ? undefined : await namedSite(deps.db, site)
      const scanned = await scanCode(deps.db, code, mode, deps.clock(), { siteId, seen })
      return {
        kind: scanned.kind,
        mistyped: scanned.kind === 'unknown' && scanned.isMistyped,
        packages: (await viewPackages(deps, packagesOf(scanned))).map(presentOpsPackage),
        candidates: scanned.kind === 'customer' ? scanned.customers.map(presentScannedCustomer) : [],
        ...particularsOf(scanned),
        ...(scanned.kind === 'unidentified'
          ? { unidentified_parcel: presentUnidentified(scanned.parcel, await proposalsFor(deps, scanned.parcel)) }
          : {}),
        suggestions: suggestionsOf(scanned),
      }
    },
  })
}
