// The Big List of Naughty Strings. `SAMPLED_STRINGS` is the whole list in the soak, else one string of each kind.

import naughtyStrings from '../../fixtures/blns.json' with { type: 'json' }

export const NAUGHTY_STRINGS: readonly string[] = naughtyStrings

/** Characters with a special meaning in a store, a shell, a page or a template. */
const MEANINGFUL = new Set('\'"\\%<&{$`')
const ORDINARY = /[\x20-\x7e]/
const CATEGORIES = ['Ll', 'Lu', 'Lm', 'Lo', 'M', 'Nd', 'No', 'P', 'Sc', 'Sk', 'Sm', 'So', 'Z', 'Cc', 'Cf', 'Co', 'Cn']
const PATTERNS = CATEGORIES.map((category): [string, RegExp] => [category, new RegExp(`\\p{${category}}`, 'u')])

const kindOfCharacter = (character: string): string => {
  if (MEANINGFUL.has(character)) return character
  if (ORDINARY.test(character)) return ''
  const category = PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other'
  return character.length > 1 ? `${category}, astral` : category
}

/** The kinds of characters in the text, and whether it is blank or too long for a field. */
const kindOf = (text: string): string => {
  const kinds = new Set(Array.from(text, kindOfCharacter))
  return JSON.stringify([text.trim() === '', [...text].length > 255, ...[...kinds].sort()])
}

const oneOfEach = [...new Map(NAUGHTY_STRINGS.map((text) => [kindOf(text), text])).values()]

export const SAMPLED_STRINGS: readonly string[] = process.env.SOAK ? NAUGHTY_STRINGS : oneOfEach
