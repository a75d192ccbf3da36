// Requests whose body is an image.

import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Rejection } from '../../domain/values/errors.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

export const ImageBody = {
  content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: { contentMediaType: type } }])),
} as unknown as TSchema

export const acceptImages = (app: FastifyInstance, bodyLimit: number): void => {
  app.addContentTypeParser(IMAGE_TYPES, { parseAs: 'buffer', bodyLimit }, async (_request: unknown, bytes: Buffer) => bytes)
}

export const imageIn = ({ body }: { body: unknown }): Buffer => {
  if (Buffer.isBuffer(body)) return body
  throw new Rejection('UNSUPPORTED_MEDIA_TYPE', `Send the image itself, as one of ${IMAGE_TYPES.join(', ')}.`)
}
