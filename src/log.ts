// The log: structured lines on standard error, written in the background.

import type { Logger } from 'pino'
import pino from 'pino'
import type { Deps } from './flows/deps.ts'

const FLUSH_EVERY_MS = 1_000
/** The size of the buffer, which holds about sixty lines. Writing each line separately would cost more. */
const BUFFER_BYTES = 16_000
const STANDARD_ERROR = 2

/** Headers and secrets must not be logged. This list removes them from objects that contain them by mistake. */
const REDACT = ['headers', '*.headers', 'key_secret', '*["x-api-key"]']

/** Returns a function that formats the time of a log line. Lines of the same millisecond share the formatted text. */
const createTimestamp = (): (() => string) => {
  let writtenMs = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now === writtenMs) return text
    writtenMs = now
    text = `,"time":"${new Date(now).toISOString()}"`
    return text
  }
}

type BufferedLogger = Logger & {
  /** Writes the buffered lines before it returns. */
  flushSync(): void
}

/** Reports with one of these detail fields may be about money. They are written at once, so that a crash does not lose them. */
export const ABOUT_MONEY = ['purchase', 'notice', 'invoice', 'business', 'worker']

export const reportTo =
  (logger: BufferedLogger): Deps['report'] =>
  (what, details) => {
    logger.warn(details, what)
    if (ABOUT_MONEY.some((name) => name in details)) logger.flushSync()
  }

export const createLogger = (level: string): BufferedLogger => {
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: false, minLength: BUFFER_BYTES })
  const logger = pino({ level, redact: REDACT, timestamp: createTimestamp(), base: null }, destination)
  setInterval(() => logger.flush(), FLUSH_EVERY_MS).unref()
  return Object.assign(logger, { flushSync: () => destination.flushSync() })
}
