// Re-encodes photos as upright JPEG and logos as PNG, with a limited size and without metadata. Accepts JPEG, PNG and WebP only.

import type { OutputInfo, Sharp } from 'sharp'
import { Rejection } from '../domain/values/errors.ts'
import { createBoundedQueue } from './bounded-queue.ts'

const SIDE_MAX_PX = 1_600
/** Images with more pixels than this are refused. */
const PIXELS_MAX = 64_000_000
/** Images with a side longer than this are refused, because they are very slow to scale. */
const SIDE_READ_MAX_PX = 20_000
const JPEG_QUALITY = 80
/** Larger logos are scaled down to this size, which has enough pixels for printed documents and high-resolution screens. */
const LOGO_MAX_PX = { width: 640, height: 240 }

/** The first bytes of each accepted format. Other files never reach a decoder. */
const BEGINNINGS: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP')),
]

export type EncodedPhoto = { contentType: 'image/jpeg'; width: number; height: number; bytes: Uint8Array }

const notAnImage = (): Rejection =>
  new Rejection('VALIDATION_FAILED', undefined, {
    problems: [
      {
        field: 'body',
        message: `is not a whole JPEG, PNG or WebP image of at most ${PIXELS_MAX / 1_000_000} megapixels and ${SIDE_READ_MAX_PX} pixels a side`,
      },
    ],
  })

/** Only one photo is decoded at a time, because decoding may need memory for all its pixels. */
const PHOTOS_AT_ONCE = 1
/** How many photos may wait. Each waiting photo is held in memory, so further photos are refused with OVERLOADED. */
export const PHOTOS_WAITING_MAX = 20

const inTurn = createBoundedQueue({
  atOnce: PHOTOS_AT_ONCE,
  waitingMax: PHOTOS_WAITING_MAX,
  refusal: 'Too many photos are being encoded right now.',
})

export const reEncodePhoto = (given: Buffer): Promise<EncodedPhoto> =>
  inTurn(async () => {
    const { data, info } = await encoded(given, (image) =>
      image
        .autoOrient()
        .resize({ width: SIDE_MAX_PX, height: SIDE_MAX_PX, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: JPEG_QUALITY }),
    )
    return { contentType: 'image/jpeg', width: info.width, height: info.height, bytes: data }
  })

/** Encodes a logo as PNG, which keeps transparency. */
export const reEncodeLogo = (given: Buffer): Promise<Uint8Array> =>
  inTurn(async () => {
    const { data } = await encoded(given, (image) =>
      image
        .autoOrient()
        .resize({ ...LOGO_MAX_PX, fit: 'inside', withoutEnlargement: true })
        .png(),
    )
    return new Uint8Array(data)
  })

const encoded = async (given: Buffer, encode: (image: Sharp) => Sharp): Promise<{ data: Buffer; info: OutputInfo }> => {
  if (!BEGINNINGS.some((begins) => begins(given))) throw notAnImage()
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(given, { limitInputPixels: PIXELS_MAX }).metadata()
    if (Math.max(width, height) > SIDE_READ_MAX_PX) throw notAnImage()
    return await encode(sharp(given, { limitInputPixels: PIXELS_MAX, failOn: 'error' })).toBuffer({ resolveWithObject: true })
  } catch {
    throw notAnImage()
  }
}
