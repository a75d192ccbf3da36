// /v1/packages/{id}/collection: whether a package waits to be collected, and its code.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { readCollection } from '../../flows/packages/collect-package.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { nullableInstant } from '../../platform/http/wire-format.ts'
import { PACKAGE } from '../quotes/v1-examples.ts'
import { PackageParams } from '../values/fields.ts'

const CollectionAnswer = Type.Titled('Collection', {
  parcel_id: Type.Token('pkg'),
  parcel_number: Type.String(),
  ready_for_collection_at: Type.NullableDateTime({ description: 'Null if it was not made ready for collection' }),
  collection_code: Type.NullableString({
    description: 'Asked for when the package is handed out. Null while it does not wait to be collected. Tell it to the recipient only',
  }),
  handed_out_at: Type.NullableDateTime({ description: 'When it was handed out after it was ready for collection' }),
})

export const collectionRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/packages/:id/collection', 'Packages', {
    id: 'getCollection',
    summary: 'Retrieve the collection code of a package',
    description: 'For a recipient who lost the message with it. Events and lists never hold the code.',
    params: PackageParams,
    answers: {
      200: goodAnswer('Whether it waits to be collected, and its code', CollectionAnswer, {
        parcel_id: PACKAGE.parcel_id,
        parcel_number: PACKAGE.parcel_number,
        ready_for_collection_at: '2026-11-27T09:30:00.000Z',
        collection_code: '482913',
        handed_out_at: null,
      }),
    },
    handler: async ({ caller, params }, reply) => {
      const { parcel, code } = await readCollection(deps, caller, params.id)
      reply.header('cache-control', 'no-store')
      return {
        parcel_id: parcel.id,
        parcel_number: parcel.parcelNumber,
        ready_for_collection_at: nullableInstant(parcel.readyForCollectionAt),
        collection_code: code,
        handed_out_at: nullableInstant(parcel.handedOut?.at ?? null),
      }
    },
  })
}
