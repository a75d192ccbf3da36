// Finds the label of a booking by its secret token. Labels of the house carrier are drawn here; other labels are fetched from the carrier.

import type { LabelFormat } from '../../carriers/carrier.ts'
import { REHEARSAL_CARRIER } from '../../carriers/rehearsal.ts'
import { isLabelExpired } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { createDrawings } from '../../labels/drawings.ts'
import type { LabelContent } from '../../labels/label-content.ts'
import { labelContent } from '../../labels/label-content.ts'
import { renderLabelPdf, renderLabelPng } from '../../labels/render.ts'
import type { StoredLabel } from '../../store/booking/carrier-labels.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Deps } from '../deps.ts'
import { carrierLabel } from './carrier-label.ts'

/** The house carrier has no ZPL labels. */
const OWN_LABELS = {
  pdf: { contentType: 'application/pdf', drawings: createDrawings(renderLabelPdf) },
  png: { contentType: 'image/png', drawings: createDrawings(renderLabelPng) },
  zpl: null,
} as const satisfies Record<LabelFormat, unknown>

const drawLabel = async (content: LabelContent, format: LabelFormat): Promise<StoredLabel | null> => {
  const own = OWN_LABELS[format]
  return own && { contentType: own.contentType, bytes: await own.drawings.of(content) }
}

export const findLabel = async (deps: Deps, token: string, format: LabelFormat): Promise<StoredLabel & { trackingCode: string }> => {
  const found = await quotes.findByLabelToken(deps.db, token)
  const holder = found && (await businesses.findWithClock(deps.db, found.scope))
  if (!found || !holder) throw new Rejection('NOT_FOUND', 'No such label.')
  const { scope, quote } = found
  const [parcel] = await packages.ofQuotes(deps.db, scope, [quote.id])
  const issue = { operator: await operatorStore.find(deps.db), mode: scope.mode, timeZone: holder.business.timeZone }
  const content = labelContent(quote, parcel, issue)
  if (!content || (parcel && isLabelExpired(parcel, deps.clock() + holder.clockOffsetMs)))
    throw new Rejection('NOT_FOUND', 'No such label.')
  const carrierId = quote.selectedRate?.offer?.carrierId ?? REHEARSAL_CARRIER
  const label = carrierId === REHEARSAL_CARRIER ? await drawLabel(content, format) : await carrierLabel(deps, scope, quote.id, format)
  if (!label) throw new Rejection('NOT_FOUND', `This label is not available as ${format}.`)
  return { ...label, trackingCode: content.trackingCode }
}
