// Reads what the labels of places show.

import { placeBarcode } from '../../domain/places/place-code.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { PlaceLabelContent } from '../../labels/parcel-label-pdf.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as places from '../../store/places/places.ts'
import type { Deps } from '../deps.ts'

/** Labels in one file: they take some seconds to draw. */
export const PLACE_LABELS_MAX = 100

/** In the order given. */
export const readPlaceLabels = async (deps: Deps, ids: readonly string[]): Promise<PlaceLabelContent[]> => {
  if (ids.length > PLACE_LABELS_MAX) throw invalidField('ids', `must name at most ${PLACE_LABELS_MAX} places`)
  const found = await places.ofIds(deps.db, ids)
  if (ids.some((id) => !found.has(id))) throw new Rejection('NOT_FOUND', 'No such place.')
  const operator = await operatorStore.find(deps.db)
  return ids.map((id) => {
    const { code, mode } = found.get(id)!
    return { ...(operator ? { operator: operator.name } : {}), code, barcode: placeBarcode(code), testMode: mode === 'test' }
  })
}
