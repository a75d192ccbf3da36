// /openapi.json and .yaml: the API document. /reference: the document as HTML pages. /ops/...: both for staff. /client.tgz: the npm package of the API client.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import type { StaticFile } from '../../platform/http/static-file.ts'
import { staticFile } from '../../platform/http/static-file.ts'
import { writeYaml } from '../../platform/http/yaml.ts'
import type { ApiDocument } from './api-document.ts'
import type { Audience } from './audiences.ts'
import { documentFor } from './audiences.ts'
import { createReference } from './reference.ts'

const HIDDEN = { schema: { hide: true } as object }

const PLACES: Record<Audience, { document: string; reference: `/${string}`; title: string }> = {
  client: { document: '/openapi', reference: '/reference', title: 'Waybill API reference' },
  staff: { document: '/ops/openapi', reference: '/ops/reference', title: 'Waybill operations reference' },
}

const FORMATS = [
  { suffix: 'json', type: 'application/json', write: (document: ApiDocument) => JSON.stringify(document) },
  { suffix: 'yaml', type: 'application/yaml', write: writeYaml },
]

/** `npm run build` makes this file. */
const CLIENT_PACKAGE = join(import.meta.dirname, '../../../dist/client.tgz')

const serveTo = (app: FastifyInstance, audience: Audience): void => {
  const { document: path, reference, title } = PLACES[audience]
  const documentOf = (): ApiDocument => documentFor(audience, app.swagger() as unknown as ApiDocument)
  for (const { suffix, type, write } of FORMATS) {
    let file: StaticFile | null = null
    app.get(`${path}.${suffix}`, HIDDEN, (request, reply) => {
      file ??= staticFile(Buffer.from(write(documentOf())), { 'content-type': `${type}; charset=utf-8` })
      return file.send(request, reply)
    })
  }
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
  app.get('/client.tgz', HIDDEN, async (_request, reply) => {
    const bytes = await readFile(CLIENT_PACKAGE).catch(() => null)
    if (!bytes) throw new Rejection('NOT_FOUND', 'The client is not built: run "npm run build" in Waybill’s folder.')
    return reply.header('content-disposition', 'attachment; filename="waybill-client.tgz"').type('application/gzip').send(bytes)
  })
}
