// Re-encodes a photo as an upright JPEG, and a logo as a PNG: of bounded size, without metadata. Refuses other files.

import type { OutputInfo, Sharp } from 'sharp'
import { invalidField } from '../domain/values/errors.ts'
import { createBoundedQueue } from './bounded-queue.ts'

const SIDE_MAX_PX = 1_600
/** Above the resolution of phones. Protects against decompression bombs. */
const PIXELS_MAX = 64_000_000
/** Scaling an extremely long and narrow image is expensive. */
const SIDE_READ_MAX_PX = 20_000
const JPEG_QUALITY = 80
/** The largest size shown, on a high-resolution screen. */
const LOGO_MAX_PX = { width: 640, height: 240 }

/** The first bytes of JPEG, PNG and WebP. Other files never reach a decoder. */
const SIGNATURES: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP')),
]

export type EncodedPhoto = { contentType: 'image/jpeg'; width: number; height: number; bytes: Uint8Array }

const notAnImage = () =>
  invalidField(
    'body',
    `is not a whole JPEG, PNG or WebP image of at most ${PIXELS_MAX / 1_000_000} megapixels and ${SIDE_READ_MAX_PX} pixels a side`,
  )

/** Not imported at the top, to keep the start fast. */
export const loadImageEncoder = () => import('sharp')

/** Decoding may hold all pixels of an image in memory. */
const PHOTOS_AT_ONCE = 1
/** Each waiting photo holds its file in memory. */
export const PHOTOS_WAITING_MAX = 20

const enqueue = createBoundedQueue({
  atOnce: PHOTOS_AT_ONCE,
  waitingMax: PHOTOS_WAITING_MAX,
  refusal: 'Too many photos are being encoded right now.',
})

export const reEncodePhoto = (given: Buffer): Promise<EncodedPhoto> =>
  enqueue(async () => {
    const { data, info } = await encoded(given, (image) =>
      image
        .autoOrient()
        .resize({ width: SIDE_MAX_PX, height: SIDE_MAX_PX, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: JPEG_QUALITY }),
    )
    return { contentType: 'image/jpeg', width: info.width, height: info.height, bytes: data }
  })

/** Keeps transparency. */
export const reEncodeLogo = (given: Buffer): Promise<Uint8Array> =>
  enqueue(async () => {
    const { data } = await encoded(given, (image) =>
      image
        .autoOrient()
        .resize({ ...LOGO_MAX_PX, fit: 'inside', withoutEnlargement: true })
        .png(),
    )
    return new Uint8Array(data)
  })

const encoded = async (given: Buffer, encode: (image: Sharp) => Sharp): Promise<{ data: Buffer; info: OutputInfo }> => {
  if (!SIGNATURES.some((begins) => begins(given))) throw notAnImage()
  const { default: sharp } = await loadImageEncoder()
  try {
    const { width, height } = await sharp(given, { limitInputPixels: PIXELS_MAX }).metadata()
    if (Math.max(width, height) > SIDE_READ_MAX_PX) throw notAnImage()
    return await encode(sharp(given, { limitInputPixels: PIXELS_MAX, failOn: 'error' })).toBuffer({ resolveWithObject: true })
  } catch {
    throw notAnImage()
  }
}
