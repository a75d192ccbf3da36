// Texts that make a regular expression backtrack: a part of a match is repeated many times, followed by an end that does not match.

import fc from 'fast-check'

/** The length of a hostile text. A linear pattern takes well under a millisecond for it, and a quadratic one about a second. */
const HOSTILE_CHARACTERS = 20_000
const SAMPLES = 2
const PARTS_PER_SAMPLE = 12
const SAMPLE_MAX_CHARACTERS = 80
/** Maximum number of characters that represent a Unicode property such as `\p{L}` in a pattern. */
const MEMBERS = 40
/** How many characters from the start of a match are repeated. In the resulting text, the pattern starts to match again and again. */
const PREFIX_CHARACTERS = [3, 4, 5, 6, 7, 8, SAMPLE_MAX_CHARACTERS]
const SEED = 1
/** Short texts to repeat: characters of every class, and characters that occur in Waybill's own patterns. */
const REPEATED = [
  'a',
  'A',
  '0',
  ' ',
  '\n',
  '_',
  '-',
  '.',
  ',',
  '/',
  '@',
  '=',
  ':',
  '\0',
  '\uFFFD',
  '\u00e9',
  "'",
  '"',
  '<',
  '{',
  '0a',
  '0 ',
  '%2',
  "''",
]
const ENDS = ['', '\0', '\n!']

const CANDIDATES = Array.from({ length: 1_000 }, (_, index) => (index < 0x80 ? index : 0x80 + (index - 0x80) * 41))

/** Returns some characters that have a Unicode property, in the notation of a character class. */
const membersOf = (property: string): string => {
  const members = new RegExp(property, 'u')
  const found = CANDIDATES.filter((code) => members.test(String.fromCodePoint(code)))
  const step = Math.ceil(found.length / MEMBERS)
  return found.flatMap((code, index) => (index % step === 0 ? [`\\u{${code.toString(16)}}`] : [])).join('')
}

/** Replaces Unicode properties with a few of their characters. For a whole property, the generator would build a large table each time. */
const withFewCharacters = (source: string): string => {
  let isInClass = false
  return source.replaceAll(/\\[pP]\{[^}]+\}|\\.|[[\]]/g, (part) => {
    if (part === '[' || part === ']') isInClass = part === '['
    if (!/^\\p\{/i.test(part)) return part
    const members = membersOf(part)
    return isInClass || members === '' ? members : `[${members}]`
  })
}

/** Texts that match the pattern; no texts if the generator does not support the pattern. */
const samplesOf = (pattern: RegExp): string[] => {
  try {
    const flags = pattern.flags.replaceAll(/[^su]/g, '')
    const matching = new RegExp(withFewCharacters(pattern.source), flags)
    return fc.sample(fc.stringMatching(matching, { size: '-1' }), { numRuns: SAMPLES, seed: SEED })
  } catch {
    return []
  }
}

/** Words of the pattern itself, which an attacker can read in the source. */
const wordsOf = (pattern: RegExp): string[] => pattern.source.match(/[\p{L}\d :;,<>=@/_-]{2,}/gu) ?? []

/**
 * Returns short parts of a sample, from evenly spaced positions, each with the text before it. A part has one or two characters, and is
 * meant to be repeated.
 */
const partsOf = (sample: string): [before: string, part: string][] => {
  const text = sample.slice(0, SAMPLE_MAX_CHARACTERS)
  const step = Math.max(1, Math.ceil(text.length / PARTS_PER_SAMPLE))
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index): [string, string][] => {
    const at = index * step
    return [1, 2].map((length) => [text.slice(0, at), text.slice(at, at + length)])
  }).flat()
}

/** Finds the pattern in a sample. Returns the start of the matching text in several lengths. */
const prefixesOf = (pattern: RegExp, sample: string): string[] => {
  const match = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')).exec(sample)?.[0] ?? ''
  return PREFIX_CHARACTERS.map((length) => match.slice(0, length)).filter((prefix) => prefix !== '')
}

const repeated = (before: string, part: string): string[] => {
  const long = before + part.repeat(Math.ceil(HOSTILE_CHARACTERS / part.length))
  return ENDS.map((end) => long + end)
}

export const hostileTexts = function* (pattern: RegExp): Generator<string> {
  const samples = samplesOf(pattern)
  const prefixes = samples.flatMap((sample) => prefixesOf(pattern, sample))
  const parts: [string, string][] = [
    ...[...REPEATED, ...wordsOf(pattern), ...prefixes].map((part): [string, string] => ['', part]),
    ...samples.flatMap(partsOf),
  ]
  const seen = new Set<string>()
  for (const [before, part] of parts) {
    const name = `${before}|${part}`
    if (seen.has(name)) continue
    seen.add(name)
    yield* repeated(before, part)
  }
}
