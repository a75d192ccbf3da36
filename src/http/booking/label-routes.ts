// /labels/{token}.pdf, .png and .zpl: labels for anyone who knows the secret URL. No API key is needed.

import type { FastifyInstance } from 'fastify'
import type { LabelFormat } from '../../carriers/carrier.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { findLabel } from '../../flows/booking/find-label.ts'
import type { Deps } from '../../flows/deps.ts'
import { fileAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const FILE = /^([0-9a-f]{40})\.(pdf|png|zpl)$/

export const labelRoutes = (app: FastifyInstance, deps: Deps): void => {
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
      if (token === undefined) throw new Rejection('NOT_FOUND', 'No such label.')
      const { trackingCode, contentType, bytes } = await findLabel(deps, token, suffix as LabelFormat)
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'content-disposition': `inline; filename="${trackingCode}.${suffix}"`,
        })
        .type(contentType)
        .send(Buffer.from(bytes))
    },
  )
}
