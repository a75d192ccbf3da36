// Reads settings from the environment: parses values, reads secrets from files, and reports errors clearly.

import { readFileSync } from 'node:fs'
import { closestMatch } from 'leven'

export type Env = Readonly<Record<string, string | undefined>>

/**
 * The exit code for errors that a restart does not fix, such as a wrong setting or a damaged store. With this code, the systemd service
 * does not restart the process.
 */
export const NEEDS_A_PERSON = 2

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The text of a setting. Blank text counts as unset. */
const given = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

const QUOTED = /^(["']).*\1$/s

/**
 * Reads a setting, and refuses one in quotes. A shell removes quotes, but a settings file may keep them, and a quoted WAYBILL_DATA would
 * start a new store in another directory.
 */
export const read = (env: Env, name: string): string | undefined => {
  const text = given(env, name)
  if (text !== undefined && QUOTED.test(text)) throw new ConfigError(`${name} has quotes around it: leave them out of ${text}.`)
  return text
}

/**
 * Reads a secret from its setting, or from the file named in the setting with the suffix `_FILE`. Other processes may be able to read our
 * environment, but not the file.
 */
export const readSecret = (env: Env, name: string): string | undefined => {
  const [secret, file] = [given(env, name), read(env, `${name}_FILE`)]
  if (file === undefined) return secret
  if (secret !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: set one of them.`)
  const text = readFile(`${name}_FILE`, file).trim()
  if (text === '') throw new ConfigError(`${name}_FILE: ${file} is empty.`)
  return text
}

export const readFile = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

const FLAGS: Readonly<Record<string, boolean>> = { '0': false, '1': true, false: false, true: true }

export const flag = (env: Env, name: string, fallback: boolean): boolean => {
  const text = read(env, name)
  if (text === undefined) return fallback
  const value = Object.hasOwn(FLAGS, text.toLowerCase()) ? FLAGS[text.toLowerCase()] : undefined
  if (value === undefined) throw new ConfigError(`${name} must be 0, 1, true or false, not "${text}".`)
  return value
}

export const wholeNumber = (env: Env, name: string, fallback: number, maximum: number, minimum = 0): number => {
  const text = read(env, name)
  if (text === undefined) return fallback
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isInteger(value) || value < minimum || value > maximum)
    throw new ConfigError(`${name} must be a whole number from ${minimum} to ${maximum}, not "${text}".`)
  return value
}

/**
 * The smallest accepted time limit for webhooks, purchases and look-ups of purchases. With less time, every webhook delivery would fail,
 * and a purchase could be treated as not made while the carrier still processes it.
 */
const ANSWER_MIN_MS = 100
const ANSWER_MAX_MS = 10 * 60 * 1000

export const timeLimitMs = (env: Env, name: string, fallback: number): number =>
  wholeNumber(env, name, fallback, ANSWER_MAX_MS, ANSWER_MIN_MS)

export const oneOf = (env: Env, name: string, allowed: readonly string[], fallback: string): string => {
  const value = read(env, name) ?? fallback
  if (!allowed.includes(value)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
  return value
}

export const listed = (env: Env, name: string): string[] =>
  (read(env, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/**
 * Calls `readSettings`. Returns the settings and the names that `readSettings` read. It must read every setting, because all other names
 * count as unknown.
 */
export const withNames = <T>(env: Env, readSettings: (env: Env) => T): { settings: T; names: ReadonlySet<string> } => {
  const names = new Set<string>()
  const noted = new Proxy(env, {
    get: (target, name: string) => {
      names.add(name)
      return target[name]
    },
  })
  return { settings: readSettings(noted), names }
}

const OURS = 'WAYBILL_'
/** How many letters may differ in a misspelt name. If more letters differ, no setting is suggested. */
const SLIPS_MAX = 4

/** Returns a warning for each unknown name that begins with WAYBILL_. If a known name is similar, the warning suggests it. */
export const unknownNames = (env: Env, known: ReadonlySet<string>): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(OURS) && !known.has(name))
    .sort()
    .map((name) => {
      const nearest = closestMatch(name, [...known], { maxDistance: SLIPS_MAX })
      return `${name} is not a known setting${nearest === undefined ? '.' : `; did you mean ${nearest}?`}`
    })

/**
 * True if an entry is a host, with or without a port. Entries are compared with the host of a URL. Patterns, networks and unusual spellings
 * would never match.
 */
const isHost = (entry: string): boolean => {
  const url = URL.parse(`http://${entry}`)
  return url !== null && !entry.includes('*') && [url.hostname, `${url.hostname}:${url.port || '80'}`].includes(entry)
}

/** Returns a warning for each entry that is neither a host nor a host with a port. */
export const noHosts = (name: string, entries: readonly string[]): string[] =>
  entries
    .filter((entry) => !isHost(entry))
    .map((entry) => `${name}: "${entry}" is not a host and has no effect; name each host, such as 10.0.0.5 or hooks.internal:9000.`)
