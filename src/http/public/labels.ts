// /labels/{token}.pdf, .png and .zpl: labels by secret URL, without a key.

import type { FastifyInstance } from 'fastify'
import type { LabelFormat } from '../../carriers/carrier.ts'
import { REHEARSAL_CARRIER } from '../../carriers/rehearsal.ts'
import type { Package } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { carrierLabel } from '../../flows/booking/carrier-label.ts'
import type { Deps } from '../../flows/deps.ts'
import { createDrawings } from '../../labels/drawings.ts'
import { renderLabelPdf, renderLabelPng } from '../../labels/label.ts'
import type { LabelContent } from '../../labels/label-content.ts'
import { labelContent } from '../../labels/label-content.ts'
import type { StoredLabel } from '../../store/booking/carrier-labels.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { fileAnswer } from '../operation.ts'
import * as Type from '../schemas/type.ts'

const LABEL_LIFE_AFTER_DELIVERY_MS = 90 * 24 * 60 * 60 * 1000
const FILE = /^([0-9a-f]{40})\.(pdf|png|zpl)$/

/** The house carrier's labels are drawn here; it has no ZPL. */
const ownLabels = () =>
  ({
    pdf: { contentType: 'application/pdf', drawings: createDrawings(renderLabelPdf) },
    png: { contentType: 'image/png', drawings: createDrawings(renderLabelPng) },
    zpl: null,
  }) as const satisfies Record<LabelFormat, unknown>

const isExpired = (parcel: Package | undefined, now: number): boolean =>
  typeof parcel?.deliveredAt === 'number' && now - parcel.deliveredAt > LABEL_LIFE_AFTER_DELIVERY_MS

export const labelRoutes = (app: FastifyInstance, deps: Deps): void => {
  const own = ownLabels()
  const drawLabel = async (content: LabelContent, format: LabelFormat): Promise<StoredLabel | null> => {
    const drawn = own[format]
    return drawn && { contentType: drawn.contentType, bytes: await drawn.drawings.of(content) }
  }
  app.get(
    '/labels/:file',
    {
      schema: {
        operationId: 'getLabel',
        tags: ['Labels'],
        summary: 'Print a label',
        description:
          'A 4x6 inch label as PDF, or by suffix as PNG. The address comes from label_url, needs no key, and expires 90 days after delivery.',
        params: Type.Object({
          file: Type.String({
            description: 'As in label_url; `.png` in place of `.pdf` gives a picture',
            examples: ['45c8d7a366e31dab143d9ad3b7e60790b3f51e21.pdf'],
          }),
        }),
        response: { 200: fileAnswer('The label', 'application/pdf', 'image/png') },
        errors: ['INTERNAL', 'NOT_FOUND', 'CARRIER_UNAVAILABLE'],
      },
    },
    async (request, reply) => {
      const [, token, suffix] = FILE.exec(request.params.file) ?? []
      const found = token === undefined ? null : await quotes.findByLabelToken(deps.db, token)
      const holder = found && (await businesses.findWithClock(deps.db, found.scope))
      if (!found || !holder) throw new Rejection('NOT_FOUND', 'No such label.')
      const [parcel] = await packages.ofQuotes(deps.db, found.scope, [found.quote.id])
      const issue = { operator: await operatorStore.find(deps.db), mode: found.scope.mode, timeZone: holder.business.timeZone }
      const content = labelContent(found.quote, parcel, issue)
      if (!content || isExpired(parcel, deps.clock() + holder.clockOffsetMs)) throw new Rejection('NOT_FOUND', 'No such label.')
      const format = suffix as LabelFormat
      const carrierId = found.quote.selectedRate?.offer?.carrierId ?? REHEARSAL_CARRIER
      const label =
        carrierId !== REHEARSAL_CARRIER ? await carrierLabel(deps, found.scope, found.quote.id, format) : await drawLabel(content, format)
      if (!label) throw new Rejection('NOT_FOUND', `This label is not available as ${format}.`)
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'content-disposition': `inline; filename="${content.trackingCode}.${suffix}"`,
        })
        .type(label.contentType)
        .send(Buffer.from(label.bytes))
    },
  )
}
