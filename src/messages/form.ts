// Reads a URL-encoded form from an untrusted source.

import { isStorable } from '../domain/values/storable-text.ts'

/** Returns the first value of each field. Leaves out values that the database cannot store. */
export const formOf = (rawBody: Uint8Array): Readonly<Record<string, string>> => {
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(rawBody)))
    if (isStorable(value) && form[name] === undefined) form[name] = value
  return form
}
