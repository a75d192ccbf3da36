// The camera scanner: shows the camera picture and passes each code in it to the current page.

import { PlainButton } from '../../components/buttons.tsx'
import './camera.css'
import { ActionIcon, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/icons.tsx'
import { t } from '../../strings.ts'
import { useScanning } from '../scan-context.tsx'

/** The barcode formats to look for. Waybill's own labels have Code 128; couriers and shops use the other formats. */
const NATIVE_FORMATS = ['code_128', 'qr_code', 'code_39', 'ean_13', 'itf', 'data_matrix']
const WASM_FORMATS = ['Code128', 'QRCode', 'Code39', 'EAN-13', 'ITF', 'DataMatrix'] as const

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** Returns null if no code is in view. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

const nativeReader = async (): Promise<ReadCode | null> => {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  const formats = NATIVE_FORMATS.filter((format) => known.includes(format))
  // In some browsers, `BarcodeDetector` exists but supports no formats.
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

const loadReader = async (): Promise<ReadCode> => (await nativeReader()) ?? wasmReader()

/** The pause between two attempts to find a code in the picture. Short enough to feel instant, long enough not to heat a phone. */
const LOOK_EVERY_MS = 120
/**
 * A code that stays in view is passed on only once. It is passed on again after it was out of view for this time, or after another code was
 * read.
 */
const SAME_CODE_MS = 4_000
const WANTED: MediaStreamConstraints = { video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }

const isAvailable = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Seen = { code: string; at: number }
type WatchOptions = { video: HTMLVideoElement; signal: AbortSignal; last: Seen; onCode: (code: string) => void }

const watch = async ({ video, signal, last, onCode }: WatchOptions): Promise<void> => {
  const [read, stream] = await Promise.all([loadReader(), navigator.mediaDevices.getUserMedia(WANTED)])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    // The code that was read last is treated as just seen, because its parcel may still be in view when the camera starts again.
    for (last.at = performance.now(); !signal.aborted; await wait(LOOK_EVERY_MS)) {
      const code = (await read(video))?.trim()
      if (!code || signal.aborted) continue
      const isSame = code === last.code && performance.now() - last.at < SAME_CODE_MS
      Object.assign(last, { code, at: performance.now() })
      if (!isSame) onCode(code)
    }
  } finally {
    stop()
  }
}

type ViewProps = { last: Seen; onCode: (code: string) => void; onClose: () => void }

const View = ({ last, onCode, onClose }: ViewProps) => {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    watch({ video: video.current!, signal: ending.signal, last, onCode: (code) => latest.current(code) }).catch((error: Error) => {
      if (!ending.signal.aborted) setProblem(t(error.name === 'NotAllowedError' ? 'scan.cameraRefused' : 'scan.cameraFailed'))
    })
    return () => ending.abort()
  }, [last])
  return (
    <section className="camera no-print" aria-label={t('scan.camera')}>
      <video ref={video} muted playsInline aria-label={t('scan.cameraPicture')} />
      <div className="camera-foot">
        <Text size="sm" role="status">
          {problem ?? t('scan.cameraAim')}
        </Text>
        <PlainButton label={t('scan.cameraClose')} size="md" onClick={onClose} />
      </div>
    </section>
  )
}

/** The camera button and picture. The picture is hidden after each code, except on pages that handle one code after another. */
export const CameraScanner = () => {
  const { take, camera, isContinuous } = useScanning()
  const [isOn, setIsOn] = useState(false)
  const [isLooking, setIsLooking] = useState(false)
  const [last] = useState<Seen>(() => ({ code: '', at: 0 }))
  const isTaking = useRef(false)
  // Shows the picture again, but not during a look-up. The save of the previous parcel may finish during a look-up and call this function.
  const lookAgain = () => {
    if (!isTaking.current) setIsLooking(true)
  }
  camera.current = isOn ? lookAgain : null
  if (!isAvailable()) return null
  const turn = (isWanted: boolean) => {
    setIsOn(isWanted)
    setIsLooking(isWanted)
  }
  const onCode = (code: string) => {
    if (!isContinuous.current) setIsLooking(false)
    isTaking.current = true
    void take.current(code).finally(() => {
      isTaking.current = false
    })
  }
  return (
    <>
      <ActionIcon
        className="camera-button"
        variant={isOn ? 'filled' : 'subtle'}
        size="lg"
        aria-label={t('scan.cameraOpen')}
        aria-pressed={isOn}
        onClick={() => turn(!isLooking)}
      >
        <Icon name="camera" />
      </ActionIcon>
      {isLooking && <View last={last} onCode={onCode} onClose={() => turn(false)} />}
    </>
  )
}
