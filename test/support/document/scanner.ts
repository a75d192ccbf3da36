// Reads the barcodes of a picture, as a hand scanner would.

import { readFile } from 'node:fs/promises'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const WASM = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
let isPrepared = false

const prepare = async (): Promise<void> => {
  if (isPrepared) return
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(WASM)).buffer } })
  isPrepared = true
}

type Format = 'Code128' | 'QRCode'

/** Reads the picture only at full resolution. The library would also try a smaller copy, in which it misreads some Code 128 barcodes. */
export const scanned = async (
  png: Uint8Array,
  formats: readonly Format[] = ['Code128', 'QRCode'],
): Promise<{ format: string; text: string }[]> => {
  await prepare()
  const found = await readBarcodes(png, { formats: [...formats], tryDownscale: false })
  return found.map(({ format, text }) => ({ format, text }))
}
