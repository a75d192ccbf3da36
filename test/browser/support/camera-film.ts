// A video file for Chromium's fake camera: a still picture of a barcode.

import { writeFile } from 'node:fs/promises'
import bwip from 'bwip-js/node'
import sharp from 'sharp'

const SIZE = { width: 640, height: 480 }
const FRAMES = 4
const FRAMES_PER_SECOND = 10
/** The neutral colour value, for the two colour planes of the video. Each plane has a quarter as many pixels as the picture. */
const GREY = 128

export const filmBarcode = async (file: string, code: string): Promise<void> => {
  const barcode = await bwip.toBuffer({ bcid: 'code128', text: code, scale: 2, height: 20, includetext: true, padding: 10 })
  const { data: luma } = await sharp(barcode)
    .flatten({ background: 'white' })
    .resize({ ...SIZE, fit: 'contain', background: 'white', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const chroma = Buffer.alloc((SIZE.width * SIZE.height) / 2, GREY)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = Buffer.from(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]))
}
