// /ops/v1/places/labels.pdf: labels with the barcodes of places.

import type { FastifyInstance } from 'fastify'
import { placeBarcode } from '../../../domain/places/place-code.ts'
import { invalidField, Rejection } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import { createDrawings } from '../../../labels/drawings.ts'
import { renderPlaceLabelPdf } from '../../../labels/parcel-label.ts'
import * as operatorStore from '../../../store/operator/operator.ts'
import * as places from '../../../store/places/places.ts'
import { fileAnswer } from '../../operation.ts'
import * as Type from '../../schemas/type.ts'
import { opsOperation, STAFF } from '../access.ts'

/** In one file: some seconds of drawing. */
const LABELS_MAX = 100
/** A token, and what may be between two of them. */
const TOKEN_MAX_CHARACTERS = 34

const LabelsQuery = Type.Object({
  ids: Type.String({
    description: `Place tokens, with commas between them; at most ${LABELS_MAX}`,
    maxLength: LABELS_MAX * TOKEN_MAX_CHARACTERS,
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
      const ids = query.ids.split(',').map((id) => id.trim())
      if (ids.length > LABELS_MAX) throw invalidField('ids', `must name at most ${LABELS_MAX} places`)
      const found = await places.ofIds(deps.db, ids)
      if (ids.some((id) => !found.has(id))) throw new Rejection('NOT_FOUND', 'No such place.')
      const operator = await operatorStore.find(deps.db)
      const labels = ids.map((id) => {
        const { code, mode } = found.get(id)!
        return { ...(operator ? { operator: operator.name } : {}), code, barcode: placeBarcode(code), testMode: mode === 'test' }
      })
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': 'inline; filename="places.pdf"' })
        .type('application/pdf')
        .send(Buffer.from(await pdfs.of(labels)))
    },
  )
}
