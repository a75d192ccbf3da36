// /ops/v1/packages/{id}/label.pdf and .png, /ops/v1/packages/labels.pdf: a warehouse label for each piece of a parcel.

import type { FastifyInstance } from 'fastify'
import type { Package } from '../../../domain/packages/package.ts'
import { QUANTITY_MAX } from '../../../domain/pricing/cargo.ts'
import { calendarDate } from '../../../domain/values/calendar.ts'
import { invalidField } from '../../../domain/values/errors.ts'
import { quantityText } from '../../../domain/values/money.ts'
import type { Deps } from '../../../flows/deps.ts'
import { createDrawings } from '../../../labels/drawings.ts'
import { renderParcelLabelPdf, renderParcelLabelPng } from '../../../labels/parcel-label.ts'
import type { ParcelLabelContent } from '../../../labels/parcel-label-pdf.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import * as operatorStore from '../../../store/operator/operator.ts'
import * as packages from '../../../store/packages/packages.ts'
import * as quotes from '../../../store/quotes/quotes.ts'
import { PackageParams } from '../../schemas/params.ts'
import * as Type from '../../schemas/type.ts'
import { opsOperation, STAFF } from '../access.ts'

/** In one file: some seconds of drawing. */
const LABELS_MAX = 100

type Range = { from?: number | undefined; to?: number | undefined }

const PieceRange = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, description: 'The first piece; 1 unless it is given' })),
  to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: QUANTITY_MAX,
      description: `The last piece; all of them unless it is given, up to ${LABELS_MAX} in one file`,
    }),
  ),
})
const PieceNumber = Type.Object({
  piece: Type.Optional(Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, description: 'Which piece; 1 unless it is given' })),
})
/** A token, and what may be between two of them. */
const TOKEN_MAX_CHARACTERS = 34
const ManyQuery = Type.Object({
  ids: Type.String({
    description: 'Package tokens, with commas between them',
    maxLength: LABELS_MAX * TOKEN_MAX_CHARACTERS,
    format: 'text',
  }),
})

/** The pieces that are asked for, which the package must have. */
const piecesOf = ({ quantity }: Package, { from = 1, to = Math.min(quantity, from + LABELS_MAX - 1) }: Range): number[] => {
  if (to > quantity) throw invalidField('to', `must be at most ${quantity}: the package has no more pieces`)
  if (from > to) throw invalidField('from', 'must not be after to')
  if (to - from >= LABELS_MAX) throw invalidField('to', `must leave at most ${LABELS_MAX} labels in one file`)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const labelsOf = async (deps: Deps, id: string, range: Range): Promise<ParcelLabelContent[]> => {
  const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, id)
  const { business } = (await businesses.findWithClock(deps.db, scope))!
  const references = await quotes.referencesOf(deps.db, scope, parcel.quoteId === null ? [] : [parcel.quoteId])
  const operator = await operatorStore.find(deps.db)
  const weightKg = parcel.actualWeightKg ?? parcel.declaredWeightKg
  return piecesOf(parcel, range).map((piece) => ({
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

const file = (contentType: string, description: string) => ({
  200: { description, content: { [contentType]: { schema: { type: 'string' } } } },
})

const headersFor = (name: string) => ({ 'cache-control': 'no-store', 'content-disposition': `inline; filename="${name}"` })

export const packageLabelRoutes = (app: FastifyInstance, deps: Deps): void => {
  const [pdfs, pngs] = [createDrawings(renderParcelLabelPdf), createDrawings(renderParcelLabelPng)]

  app.get(
    '/ops/v1/packages/:id/label.pdf',
    opsOperation(STAFF, {
      id: 'getPackageLabelPdf',
      summary: 'A parcel’s warehouse labels as PDF',
      description: '4 x 6 inches, one for each piece: customer ID, which piece of how many, and the parcel number as a barcode.',
      params: PackageParams,
      query: PieceRange,
      answers: file('application/pdf', 'The labels'),
    }),
    async ({ params, query }, reply) => {
      const labels = await labelsOf(deps, params.id, query)
      const bytes = Buffer.from(await pdfs.of(labels))
      return reply
        .headers(headersFor(`${labels[0]!.parcelNumber}.pdf`))
        .type('application/pdf')
        .send(bytes)
    },
  )

  app.get(
    '/ops/v1/packages/:id/label.png',
    opsOperation(STAFF, {
      id: 'getPackageLabelPng',
      summary: 'The warehouse label of one piece as PNG',
      description: '4 x 6 inches: customer ID, which piece of how many, and the parcel number as a barcode.',
      params: PackageParams,
      query: PieceNumber,
      answers: file('image/png', 'The label'),
    }),
    async ({ params, query: { piece = 1 } }, reply) => {
      const labels = await labelsOf(deps, params.id, { from: piece, to: piece })
      const bytes = Buffer.from(await pngs.of(labels))
      return reply
        .headers(headersFor(`${labels[0]!.parcelNumber}.png`))
        .type('image/png')
        .send(bytes)
    },
  )

  app.get(
    '/ops/v1/packages/labels.pdf',
    opsOperation(STAFF, {
      id: 'getPackageLabelsPdf',
      summary: 'The warehouse labels of several parcels as one PDF',
      description: `One for each piece of each parcel, in the order given; at most ${LABELS_MAX} labels.`,
      query: ManyQuery,
      answers: file('application/pdf', 'The labels'),
      errors: ['NOT_FOUND'],
    }),
    async ({ query }, reply) => {
      const labels: ParcelLabelContent[] = []
      for (const id of query.ids.split(',').slice(0, LABELS_MAX + 1)) labels.push(...(await labelsOf(deps, id.trim(), {})))
      if (labels.length > LABELS_MAX) throw invalidField('ids', `must have at most ${LABELS_MAX} pieces together`)
      return reply
        .headers(headersFor('labels.pdf'))
        .type('application/pdf')
        .send(Buffer.from(await pdfs.of(labels)))
    },
  )
}
