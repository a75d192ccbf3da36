// /openapi.json and /reference for businesses, /ops/openapi.json and /ops/reference for staff.

import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import type { StaticFile } from '../../platform/http/static-file.ts'
import { staticFile } from '../../platform/http/static-file.ts'
import type { ApiDocument } from './api-document.ts'
import type { Audience } from './audiences.ts'
import { documentFor } from './audiences.ts'
import { createReference } from './reference.ts'

const HIDDEN = { schema: { hide: true } as object }

const PLACES: Record<Audience, { document: string; reference: `/${string}`; title: string }> = {
  client: { document: '/openapi.json', reference: '/reference', title: 'Waybill API reference' },
  staff: { document: '/ops/openapi.json', reference: '/ops/reference', title: 'Waybill operations reference' },
}

const serveTo = (app: FastifyInstance, audience: Audience): void => {
  const { document: path, reference, title } = PLACES[audience]
  let file: StaticFile | null = null
  const documentOf = (): ApiDocument => documentFor(audience, app.swagger() as unknown as ApiDocument)
  app.get(path, HIDDEN, (request, reply) => {
    file ??= staticFile(Buffer.from(JSON.stringify(documentOf())), { 'content-type': 'application/json; charset=utf-8' })
    return file.send(request, reply)
  })
  const read = createReference(documentOf, reference, title)
  for (const pages of [reference, `${reference}/*`])
    app.get(pages, HIDDEN, async (request, reply) => {
      const page = await read(request.url.split('?', 1)[0]!)
      if (!page) throw new Rejection('NOT_FOUND', 'No such route.')
      return page.send(request, reply)
    })
}

export const documentRoutes = (app: FastifyInstance): void => {
  serveTo(app, 'client')
  serveTo(app, 'staff')
}
