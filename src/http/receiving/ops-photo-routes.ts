// Routes of /ops/v1 for the photos of packages, receipts, unidentified parcels and repacks. Photos are served as JPEG.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { addPhoto } from '../../flows/receiving/add-photo.ts'
import { acceptImages, ImageBody, imageIn } from '../../platform/http/image-body.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant } from '../../platform/http/wire-format.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Photo } from '../../store/receiving/photos.ts'
import * as photos from '../../store/receiving/photos.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import * as repacks from '../../store/receiving/repacks.ts'
import * as unidentifiedParcels from '../../store/receiving/unidentified-parcels.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { idParams } from '../values/fields.ts'
import { PHOTO_EXAMPLE } from './ops-examples.ts'
import { PhotoAnswer } from './ops-schemas.ts'

const PHOTO_LIMIT_BYTES = 8 * 1024 * 1024

const Params = idParams('pho', 'Token')
const MomentQuery = Type.Object({
  moment: Type.Optional(Type.Enum(photos.PHOTO_MOMENTS, { description: 'For a repack: taken before or after it' })),
})

const presentPhoto = (photo: Photo) => ({
  photo_id: photo.id,
  url: `/ops/v1/photos/${photo.id}`,
  moment: photo.moment,
  content_type: photo.contentType,
  width: photo.width,
  height: photo.height,
  taken_by: photo.takenBy,
  created_at: instant(photo.createdAt),
})

/** The kinds of records that have photos. */
const OWNERS = [
  {
    path: '/ops/v1/packages/:id/photos',
    of: 'a package',
    name: 'AnyPackage',
    find: async (deps: Deps, id: string) => (await packages.loadOfAnyBusiness(deps.db, id)).parcel,
  },
  {
    path: '/ops/v1/receipts/:id/photos',
    of: 'a receipt',
    name: 'Receipt',
    find: async (deps: Deps, id: string) => (await receipts.loadOfAnyBusiness(deps.db, id)).receipt,
  },
  {
    path: '/ops/v1/unidentified_parcels/:id/photos',
    of: 'an unidentified parcel',
    name: 'Unidentified',
    find: (deps: Deps, id: string) => unidentifiedParcels.load(deps.db, id),
  },
  {
    path: '/ops/v1/repacks/:id/photos',
    of: 'a repack or a split',
    name: 'Repack',
    find: async (deps: Deps, id: string) => (await repacks.loadOfAnyBusiness(deps.db, id)).repack,
  },
]

export const photoRoutes = (ops: FastifyInstance, deps: Deps): void => {
  // Registered as a separate plugin, so that only these routes accept images.
  ops.register(async (app: FastifyInstance) => {
    acceptImages(app, PHOTO_LIMIT_BYTES)

    for (const { path, of, name, find } of OWNERS) {
      opsRoute(app, 'POST', path, WAREHOUSE, {
        bodyLimit: PHOTO_LIMIT_BYTES,
        id: `add${name}Photo`,
        summary: `Add a photo of ${of}`,
        description:
          'The body is the image: JPEG, PNG or WebP, up to 8 MiB; at most ten. It is kept as a JPEG of up to 1600 pixels a side, without what cameras add to it.',
        params: Params,
        query: MomentQuery,
        body: ImageBody,
        answers: { 201: goodAnswer('The photo', PhotoAnswer, PHOTO_EXAMPLE) },
        handler: async (request, reply) => {
          const { id } = await find(deps, request.params.id)
          const photo = await addPhoto(deps, authorOf(deps, request), id, request.query.moment ?? null, imageIn(request))
          return reply.code(201).send(presentPhoto(photo))
        },
      })

      opsRoute(app, 'GET', path, STAFF, {
        id: `list${name}Photos`,
        summary: `List the photos of ${of}`,
        description: 'Oldest first.',
        params: Params,
        answers: { 200: goodAnswer('Its photos', Type.Array(PhotoAnswer), [PHOTO_EXAMPLE]) },
        handler: async (request) => {
          const { id } = await find(deps, request.params.id)
          return (await photos.ofOwner(deps.db, id)).map(presentPhoto)
        },
      })
    }

    opsRoute(app, 'GET', '/ops/v1/photos/:id', STAFF, {
      id: 'getPhoto',
      summary: 'See a photo',
      description: 'The image itself.',
      params: Params,
      answers: { 200: fileAnswer('The photo', 'image/jpeg') },
      handler: async (request, reply) => {
        const { photo, bytes } = await photos.load(deps.db, request.params.id)
        return reply
          .type(photo.contentType)
          .header('content-security-policy', "sandbox; default-src 'none'")
          .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      },
    })
  })
}
