// The log: structured lines on standard error, written in the background.

import type { Logger } from 'pino'
import pino from 'pino'

const FLUSH_EVERY_MS = 1_000
/** Some sixty lines: handing over each of them would cost more than writing it. */
const BUFFER_BYTES = 16_000
const STANDARD_ERROR = 2

/** Headers and bodies are never logged; this guards against a careless object. */
const REDACT = ['headers', '*.headers', 'key_secret', '*["x-api-key"]']

/** Lines of one millisecond share the text of their time. */
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

export const createLogger = (level: string): Logger => {
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: false, minLength: BUFFER_BYTES })
  const logger = pino({ level, redact: REDACT, timestamp: createTimestamp(), base: null }, destination)
  setInterval(() => logger.flush(), FLUSH_EVERY_MS).unref()
  return logger
}
