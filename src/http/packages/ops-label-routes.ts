// /ops/v1/packages/{id}/label.pdf and .png, /ops/v1/packages/labels.pdf: a warehouse label for each piece of a parcel.

import type { FastifyInstance } from 'fastify'
import { QUANTITY_MAX } from '../../domain/pricing/cargo.ts'
import type { Deps } from '../../flows/deps.ts'
import { LABELS_MAX, readLabels, readLabelsOfMany } from '../../flows/packages/read-labels.ts'
import { createDrawings } from '../../labels/drawings.ts'
import { renderParcelLabelPdf, renderParcelLabelPng } from '../../labels/render.ts'
import { fileAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { PackageParams } from '../values/fields.ts'

const PieceRange = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, description: 'The first piece; 1 by default' })),
  to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: QUANTITY_MAX,
      description: `The last piece; all of them unless it is given, up to ${LABELS_MAX} in one file`,
    }),
  ),
})
const PieceNumber = Type.Object({
  piece: Type.Optional(Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, description: 'Which piece; 1 by default' })),
})
/** An upper limit for the length of a package token with the comma after it. */
const TOKEN_MAX_CHARACTERS = 34
const ManyQuery = Type.Object({
  ids: Type.String({
    description: 'Package tokens, with commas between them',
    maxLength: LABELS_MAX * TOKEN_MAX_CHARACTERS,
    format: 'text',
  }),
})

export const packageLabelRoutes = (app: FastifyInstance, deps: Deps): void => {
  const [pdfs, pngs] = [createDrawings(renderParcelLabelPdf), createDrawings(renderParcelLabelPng)]

  opsRoute(app, 'GET', '/ops/v1/packages/:id/label.pdf', STAFF, {
    id: 'getPackageLabelPdf',
    summary: 'A parcel’s warehouse labels as PDF',
    description: '4 x 6 inches, one for each piece: customer ID, which piece of how many, and the parcel number as a barcode.',
    params: PackageParams,
    query: PieceRange,
    answers: { 200: fileAnswer('The labels', 'application/pdf') },
    handler: async ({ params, query }, reply) => {
      const labels = await readLabels(deps, params.id, query)
      return sendFile(reply, `${labels[0]!.parcelNumber}.pdf`, await pdfs.of(labels))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages/:id/label.png', STAFF, {
    id: 'getPackageLabelPng',
    summary: 'The warehouse label of one piece as PNG',
    description: '4 x 6 inches: customer ID, which piece of how many, and the parcel number as a barcode.',
    params: PackageParams,
    query: PieceNumber,
    answers: { 200: fileAnswer('The label', 'image/png') },
    handler: async ({ params, query: { piece = 1 } }, reply) => {
      const labels = await readLabels(deps, params.id, { from: piece, to: piece })
      return sendFile(reply, `${labels[0]!.parcelNumber}.png`, await pngs.of(labels))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages/labels.pdf', STAFF, {
    id: 'getPackageLabelsPdf',
    summary: 'The warehouse labels of several parcels as one PDF',
    description: `One for each piece of each parcel, in the order given; at most ${LABELS_MAX} labels.`,
    query: ManyQuery,
    answers: { 200: fileAnswer('The labels', 'application/pdf') },
    errors: ['NOT_FOUND'],
    handler: async ({ query }, reply) => {
      const labels = await readLabelsOfMany(deps, query.ids.split(','))
      return sendFile(reply, 'labels.pdf', await pdfs.of(labels))
    },
  })
}
