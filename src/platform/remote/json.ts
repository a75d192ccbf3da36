// Reads JSON from an untrusted source: every function returns undefined for a missing value or a wrong type.

import { isStorable } from '../../domain/values/storable-text.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

export const asObject = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a string. Returns undefined if the value is not a string, is empty or cannot be stored. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && isStorable(value) ? value : undefined

export const asInteger = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined)

export const asInstantMs = (value: unknown): number | undefined => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
