// Finds packages by scanned or typed codes: parcel numbers and tracking codes.

import { readCode } from '../../domain/values/codes.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import { isSeenPackage } from '../../store/sites/seen-sites.ts'
import { quoteByTrackingCode } from '../receiving/scan-code.ts'

export type Pointer = { code: string } | { packageId: string }

export type Scanned = { pointer: Pointer; found: FoundPackage | Rejection }

const notFound = (why: string): Rejection => new Rejection('NOT_FOUND', why)

const byTrackingCode = async (tx: Tx, text: string): Promise<FoundPackage | Rejection> => {
  const bought = await quoteByTrackingCode(tx, text.trim())
  if (!bought) return notFound(`No package has the number or tracking code "${text}".`)
  const parcels = await packages.ofQuotes(tx, bought.scope, [bought.quote.id])
  if (parcels.length !== 1) return notFound(`${parcels.length} packages have the tracking code "${text}": scan their own numbers.`)
  return { scope: bought.scope, parcel: parcels[0]! }
}

/**
 * Finds the packages in the order of `pointers`. Parcel numbers are looked up in one query. `seen`: the sites that the member of staff may
 * see. Packages at other sites count as not found.
 */
export const findScanned = async (tx: Tx, { seen = null }: Pick<Author, 'seen'>, pointers: readonly Pointer[]): Promise<Scanned[]> => {
  const reads = new Map(pointers.flatMap((pointer) => ('code' in pointer ? [[pointer.code, readCode(pointer.code)] as const] : [])))
  const numbers = [...reads.values()].flatMap((read) => (read.ok ? [read.code] : []))
  const byNumber = new Map((await shipmentPackages.ofParcelNumbers(tx, numbers)).map((found) => [found.parcel.parcelNumber, found]))

  const find = async (pointer: Pointer): Promise<FoundPackage | Rejection> => {
    if ('packageId' in pointer) return (await packages.findOfAnyBusiness(tx, pointer.packageId)) ?? notFound('No such package.')
    const read = reads.get(pointer.code)!
    if (read.ok) return byNumber.get(read.code) ?? notFound(`No package has the number ${read.code}.`)
    const found = await byTrackingCode(tx, pointer.code)
    return found instanceof Rejection && read.reason === 'mistyped'
      ? notFound(`"${pointer.code}" was mistyped: check each character.`)
      : found
  }
  const scanned: Scanned[] = []
  for (const pointer of pointers) {
    const found = await find(pointer)
    scanned.push({ pointer, found: found instanceof Rejection || isSeenPackage(seen, found.parcel) ? found : notFound('No such package.') })
  }
  return scanned
}
