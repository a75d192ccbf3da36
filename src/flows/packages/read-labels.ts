// Reads the contents of the warehouse labels of packages. Each piece has its own label.

import type { Package } from '../../domain/packages/package.ts'
import { calendarDate } from '../../domain/values/calendar.ts'
import { invalidField } from '../../domain/values/errors.ts'
import { quantityText } from '../../domain/values/money.ts'
import type { ParcelLabelContent } from '../../labels/parcel-label-pdf.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Deps } from '../deps.ts'

/** Maximum number of labels in one file. Drawing this many labels takes some seconds. */
export const LABELS_MAX = 100

type Range = { from?: number | undefined; to?: number | undefined }

/** Returns the numbers of the pieces in the range. Throws if the range goes beyond the last piece or is too long for one file. */
const piecesIn = ({ quantity }: Package, { from = 1, to = Math.min(quantity, from + LABELS_MAX - 1) }: Range): number[] => {
  if (to > quantity) throw invalidField('to', `must be at most ${quantity}: the package has no more pieces`)
  if (from > to) throw invalidField('from', 'must not be after to')
  if (to - from >= LABELS_MAX) throw invalidField('to', `must leave at most ${LABELS_MAX} labels in one file`)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const labelsOf = async (deps: Deps, id: string, piecesOf: (parcel: Package) => number[]): Promise<ParcelLabelContent[]> => {
  const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, id)
  const { business } = (await businesses.findWithClock(deps.db, scope))!
  const references = await quotes.referencesOf(deps.db, scope, parcel.quoteId === null ? [] : [parcel.quoteId])
  const operator = await operatorStore.find(deps.db)
  const weightKg = parcel.actualWeightKg ?? parcel.declaredWeightKg
  return piecesOf(parcel).map((piece) => ({
    ...(operator ? { operator: operator.name } : {}),
    parcelNumber: parcel.parcelNumber,
    customerId: parcel.customerIdentifier ?? business.prefix,
    customerName: parcel.customerName,
    business: business.name,
    route: `${parcel.originCountry} - ${parcel.destinationCountry}${parcel.transportMode === null ? '' : ` ${parcel.transportMode}`}`,
    piece: `${piece} of ${parcel.quantity}`,
    weightKg: weightKg === null ? null : quantityText(weightKg),
    reference: references.get(parcel.quoteId ?? '') ?? null,
    arrivedOn: parcel.warehouseArrivedAt === null ? null : calendarDate(parcel.warehouseArrivedAt, business.timeZone),
    testMode: scope.mode === 'test',
  }))
}

/** Returns the labels of the pieces in the range. Without a range, returns the labels of the first `LABELS_MAX` pieces. */
export const readLabels = (deps: Deps, id: string, range: Range): Promise<ParcelLabelContent[]> =>
  labelsOf(deps, id, (parcel) => piecesIn(parcel, range))

/** Returns the labels of all pieces of several packages, in the order of `ids`. */
export const readLabelsOfMany = async (deps: Deps, ids: readonly string[]): Promise<ParcelLabelContent[]> => {
  const labels: ParcelLabelContent[] = []
  const allOf = ({ quantity }: Package): number[] => {
    if (labels.length + quantity > LABELS_MAX) throw invalidField('ids', `must have at most ${LABELS_MAX} pieces together`)
    return Array.from({ length: quantity }, (_, index) => index + 1)
  }
  for (const id of ids) labels.push(...(await labelsOf(deps, id.trim(), allOf)))
  return labels
}
