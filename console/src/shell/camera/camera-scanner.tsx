// Scans with the camera: shows the picture and passes each code to the current page.

import './camera.css'
import { ActionIcon, Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/icons.tsx'
import { t } from '../../strings.ts'
import { useScanning } from '../scan-context.tsx'
import { loadReader } from './read-codes.ts'

/** Fast enough to feel instant without heating a phone. */
const LOOK_EVERY_MS = 120
/** A code that stays in view counts again after this time, or after another code. */
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
    // The previous parcel may still be in view.
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
        <Button size="md" variant="default" onClick={onClose}>
          {t('scan.cameraClose')}
        </Button>
      </div>
    </section>
  )
}

/** While the camera is on, the picture hides for the form of a parcel and returns for the next one. */
export const CameraScanner = () => {
  const { take, camera, isContinuous } = useScanning()
  const [isOn, setIsOn] = useState(false)
  const [isLooking, setIsLooking] = useState(false)
  const [last] = useState<Seen>(() => ({ code: '', at: 0 }))
  const isTaking = useRef(false)
  // Saving the previous parcel must not bring back the picture while the next code is looked up.
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
