// /ops/v1/places/labels.pdf: labels with the barcodes of places.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { PLACE_LABELS_MAX, readPlaceLabels } from '../../flows/places/read-place-labels.ts'
import { createDrawings } from '../../labels/drawings.ts'
import { renderPlaceLabelPdf } from '../../labels/parcel-label.ts'
import { fileAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { opsOperation, STAFF } from '../staff/access.ts'

/** A token, and the separator after it. */
const TOKEN_MAX_CHARACTERS = 34

const LabelsQuery = Type.Object({
  ids: Type.String({
    description: `Place tokens, with commas between them; at most ${PLACE_LABELS_MAX}`,
    maxLength: PLACE_LABELS_MAX * TOKEN_MAX_CHARACTERS,
    format: 'text',
  }),
})

export const placeLabelRoutes = (app: FastifyInstance, deps: Deps): void => {
  const pdfs = createDrawings(renderPlaceLabelPdf)

  app.get(
    '/ops/v1/places/labels.pdf',
    opsOperation(STAFF, {
      id: 'getPlaceLabelsPdf',
      summary: 'The labels of places as PDF',
      description: '4 x 6 inches, one for each place, in the order given: its code, and a barcode that the scan box opens the place by.',
      query: LabelsQuery,
      answers: { 200: fileAnswer('The labels', 'application/pdf') },
      errors: ['NOT_FOUND'],
    }),
    async ({ query }, reply) => {
      const labels = await readPlaceLabels(
        deps,
        query.ids.split(',').map((id) => id.trim()),
      )
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': 'inline; filename="places.pdf"' })
        .type('application/pdf')
        .send(Buffer.from(await pdfs.of(labels)))
    },
  )
}
