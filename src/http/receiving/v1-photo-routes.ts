// /v1/packages/{id}/photos and /v1/photos/{id}: the photos that the warehouse took of a package.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { fileAnswer, goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant } from '../../platform/http/wire-format.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Photo } from '../../store/receiving/photos.ts'
import * as photos from '../../store/receiving/photos.ts'
import { idParams, PackageParams } from '../values/fields.ts'

const PackagePhoto = Type.Object({
  photo_id: Type.Token('pho'),
  url: Type.String({ description: 'Path of the picture, which needs the key' }),
  content_type: Type.String({ description: 'image/jpeg' }),
  width: Type.Integer({ description: 'Pixels' }),
  height: Type.Integer({ description: 'Pixels' }),
  created_at: Type.DateTime(),
})

const EXAMPLE = {
  photo_id: 'pho_01kqn2x4t8e6nvd0t2d5c1yq7w',
  url: '/v1/photos/pho_01kqn2x4t8e6nvd0t2d5c1yq7w',
  content_type: 'image/jpeg',
  width: 1_600,
  height: 1_200,
  created_at: '2026-11-16T10:06:00.000Z',
}

const presentPhoto = ({ id, contentType, width, height, createdAt }: Photo) => ({
  photo_id: id,
  url: `/v1/photos/${id}`,
  content_type: contentType,
  width,
  height,
  created_at: instant(createdAt),
})

export const packagePhotoRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/packages/:id/photos', 'Packages', {
    id: 'listPackagePhotos',
    summary: 'List the photos of a package',
    description:
      'Those that the warehouse took when the package arrived, or later, oldest first. The photos of an arrival that was undone are left out.',
    params: PackageParams,
    answers: { 200: goodAnswer('Its photos', Type.Array(PackagePhoto), [EXAMPLE]) },
    handler: async (request) => {
      const { id } = await packages.load(deps.db, request.caller, request.params.id)
      return (await photos.ofPackage(deps.db, request.caller, id)).map(presentPhoto)
    },
  })

  route(app, 'GET', '/v1/photos/:id', 'Packages', {
    id: 'getPackagePhoto',
    summary: 'See a photo of a package',
    description: 'The picture itself.',
    params: idParams('pho', 'Token'),
    answers: { 200: fileAnswer('The photo', 'image/jpeg') },
    handler: async (request, reply) => {
      const { photo, bytes } = await photos.loadOfPackage(deps.db, request.caller, request.params.id)
      return reply
        .type(photo.contentType)
        .header('content-disposition', `inline; filename="${photo.id}.jpg"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  })
}
