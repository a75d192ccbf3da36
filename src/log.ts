// The log: structured lines on standard error, written in the background.

import type { Logger } from 'pino'
import pino from 'pino'

const FLUSH_EVERY_MS = 1_000
const BUFFER_BYTES = 4_096
const STANDARD_ERROR = 2

/** Headers and bodies are never logged; this guards against a careless object. */
const REDACT = ['headers', '*.headers', 'key_secret', '*["x-api-key"]']

export const createLogger = (level: string): Logger => {
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: false, minLength: BUFFER_BYTES })
  const logger = pino({ level, redact: REDACT, timestamp: pino.stdTimeFunctions.isoTime, base: null }, destination)
  setInterval(() => logger.flush(), FLUSH_EVERY_MS).unref()
  return logger
}
