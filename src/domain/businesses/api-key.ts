// API keys: mode and random secret. An operator may choose the key of a demonstration.

import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../values/codes.ts'
import type { Mode } from '../values/scope.ts'

const DEMO_KEY_MIN_CHARACTERS = 24
const DEMO_KEY_MAX_CHARACTERS = 128

export const apiKey = (mode: Mode, random: Uint8Array): string => {
  if (random.length < SECRET_MIN_RANDOM_BYTES) throw new RangeError(`an API key takes ${SECRET_MIN_RANDOM_BYTES} random bytes`)
  return `wb_${mode}_${makeSecret(random)}`
}

export const isDemoKey = (mode: Mode, text: string): boolean =>
  text.startsWith(`wb_${mode}_`) &&
  text.length >= DEMO_KEY_MIN_CHARACTERS &&
  text.length <= DEMO_KEY_MAX_CHARACTERS &&
  /^[\w-]+$/.test(text)
