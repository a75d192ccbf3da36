// Pseudo-random values of the simulator: the same seed and requests give the same results.
import { createHash } from 'node:crypto'

export type Seeded = {
  id(prefix: string): string
  trackingCode(): string
  // A number from 0 to 1 that depends only on the seed and the key, not on other calls.
  draw(...key: readonly (string | number)[]): number
}

const DRAW_BITS = 48
const TRACKING_DIGITS = 20

export const createSeeded = (seed: string): Seeded => {
  let made = 0
  const digest = (key: readonly (string | number)[]): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, ...key]))
      .digest('hex')
  return {
    id: (prefix) => `${prefix}_${digest(['id', made++]).slice(0, 32)}`,
    trackingCode: () =>
      `94${(BigInt(`0x${digest(['code', made++])}`) % 10n ** BigInt(TRACKING_DIGITS)).toString().padStart(TRACKING_DIGITS, '0')}`,
    draw: (...key) => Number.parseInt(digest(['draw', ...key]).slice(0, DRAW_BITS / 4), 16) / 2 ** DRAW_BITS,
  }
}
