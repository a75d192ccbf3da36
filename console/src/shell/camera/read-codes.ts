// Reads barcodes from a video: by the browser's detector, else by a WebAssembly decoder that is loaded on demand.

/** Our labels have Code 128; couriers and shops use the others. */
const NATIVE_FORMATS = ['code_128', 'qr_code', 'code_39', 'ean_13', 'itf', 'data_matrix']
const WASM_FORMATS = ['Code128', 'QRCode', 'Code39', 'EAN-13', 'ITF', 'DataMatrix'] as const

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** Null if no code is in view. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

const nativeReader = async (): Promise<ReadCode | null> => {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  const formats = NATIVE_FORMATS.filter((format) => known.includes(format))
  // Some browsers have the class but support no formats.
  if (!BarcodeDetector || !formats.includes('code_128')) return null
  const detector = new BarcodeDetector({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

const wasmReader = async (): Promise<ReadCode> => {
  const [{ prepareZXingModule, readBarcodes }, { default: address }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  prepareZXingModule({ overrides: { locateFile: () => address } })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (width === 0 || height === 0) return null
    Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0)
    const [found] = await readBarcodes(context.getImageData(0, 0, width, height), { formats: [...WASM_FORMATS], maxNumberOfSymbols: 1 })
    return found?.text ?? null
  }
}

export const loadReader = async (): Promise<ReadCode> => (await nativeReader()) ?? wasmReader()
