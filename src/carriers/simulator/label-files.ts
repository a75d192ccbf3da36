// Label files of the simulator: 4x6 inches, a barcode that scans, and a mark that it is not postage.
import bwipjs from 'bwip-js/node'
import { decode, encode } from 'fast-png'
import PDFDocument from 'pdfkit'

const WIDTH_PX = 1200
const HEIGHT_PX = 1800 // 4x6 inches at 300 dpi, as recorded
const PAGE_PT = [288, 432] as const
const BARCODE_TOP_PX = 700
const OPAQUE_ALPHA = 128
const ENLARGED = 2

export type LabelFileFormat = 'png' | 'pdf' | 'zpl'

export const labelFile = async (trackingCode: string, format: LabelFileFormat): Promise<{ bytes: Uint8Array; contentType: string }> => {
  if (format === 'zpl') return { bytes: Buffer.from(zpl(trackingCode)), contentType: 'application/zpl' }
  const png = await labelPng(trackingCode)
  return format === 'png' ? { bytes: png, contentType: 'image/png' } : { bytes: await labelPdf(png), contentType: 'application/pdf' }
}

const zpl = (trackingCode: string): string =>
  `^XA^FO60,60^A0N,40,40^FDSIMULATED - NOT POSTAGE^FS^FO60,500^BY3^BCN,300,Y,N,N^FD${trackingCode}^FS^XZ\n`

const labelPng = async (trackingCode: string): Promise<Uint8Array> => {
  const alttext = `SIMULATED - NOT POSTAGE  ${trackingCode}`
  const barcode = decode(await bwipjs.toBuffer({ bcid: 'code128', text: trackingCode, alttext, includetext: true, scale: 2, height: 25 }))
  // One bit per pixel, drawn small and enlarged: a rehearsal prints a thousand of these.
  const data = new Uint8Array((WIDTH_PX / 8) * HEIGHT_PX).fill(255)
  const left = Math.floor((WIDTH_PX - barcode.width * ENLARGED) / 2)
  for (let y = 0; y < barcode.height * ENLARGED; y++)
    for (let x = 0; x < barcode.width * ENLARGED; x++) {
      const source = Math.floor(y / ENLARGED) * barcode.width + Math.floor(x / ENLARGED)
      // Ink on transparent ground: what is opaque is black.
      const alpha = barcode.data[source * barcode.channels + 3] ?? 0
      const pixel = (BARCODE_TOP_PX + y) * WIDTH_PX + left + x
      if (alpha >= OPAQUE_ALPHA) data[pixel >> 3]! &= ~(0x80 >> (pixel & 7))
    }
  return encode({ width: WIDTH_PX, height: HEIGHT_PX, data, channels: 1, depth: 1 })
}

const labelPdf = async (png: Uint8Array): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: [...PAGE_PT], margin: 0 })
  document.image(Buffer.from(png), 0, 0, { width: PAGE_PT[0], height: PAGE_PT[1] }).end()
  return Buffer.concat(await document.toArray())
}
