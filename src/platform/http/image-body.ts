// Requests whose body is an image.

import type { TSchema } from 'typebox'

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

export const ImageBody = {
  content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: { contentMediaType: type } }])),
} as unknown as TSchema
