// /logo/{sha256}.png: the operator's logo, for the public tracking page and the console.

import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as operatorStore from '../../store/operator/operator.ts'

const LOGO = { schema: { hide: true, params: Type.Object({ file: Type.String() }) } }
/** A logo may be cached for good, because a new logo gets a new URL. */
const CACHED_FOR_GOOD = 'public, max-age=31536000, immutable'

export const logoPath = (sha256: string): string => `/logo/${sha256}.png`

export const logoRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get('/logo/:file', LOGO, async (request, reply) => {
    const logo = await operatorStore.findLogo(deps.db)
    if (logo === null || request.params.file !== `${logo.sha256}.png`) throw new Rejection('NOT_FOUND', 'No such logo.')
    return reply
      .headers({ 'cache-control': CACHED_FOR_GOOD, 'content-security-policy': "sandbox; default-src 'none'" })
      .type('image/png')
      .send(Buffer.from(logo.bytes.buffer, logo.bytes.byteOffset, logo.bytes.byteLength))
  })
}
