// Sound and vibration that tell whether a scan succeeded, for people who look at the parcel instead of the screen.

const GOOD = { hertz: 1_320, ms: 90, shape: 'sine', vibrateMs: [60] } as const
const BAD = { hertz: 220, ms: 280, shape: 'square', vibrateMs: [120, 80, 120] } as const
const VOLUME = 0.08

let audio: AudioContext | null = null

const sound = ({ hertz, ms, shape }: typeof GOOD | typeof BAD): void => {
  // Browsers allow sound only after the user has interacted with the page.
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const [tone, volume] = [audio.createOscillator(), audio.createGain()]
  tone.type = shape
  tone.frequency.value = hertz
  volume.gain.value = VOLUME
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + ms / 1000)
}

export const signalScan = (isGood: boolean): void => {
  const signal = isGood ? GOOD : BAD
  sound(signal)
  navigator.vibrate?.([...signal.vibrateMs])
}
