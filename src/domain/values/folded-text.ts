// Folds text for searches: case and diacritics are ignored.

const DIACRITICS = /[\u0300-\u036f]/g

const foldText = (text: string): string => text.toLowerCase().normalize('NFD').replace(DIACRITICS, '')

export const foldedWords = (text: string): string[] => [
  ...new Set(
    foldText(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]

const WORD_SEPARATOR = /[^\p{L}\p{N}@.+]+/u

/** Every prefix of every word of the text. The text is folded only once, and many words can then be looked up in the set. */
export const wordPrefixes = (text: string): ReadonlySet<string> =>
  new Set(
    foldText(text)
      .split(WORD_SEPARATOR)
      .flatMap((word) => Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1))),
  )

/**
 * Returns 2 if each of `words` is the beginning of a word in the text, 1 if each occurs anywhere in the text, and otherwise 0. The words
 * may occur in any order.
 */
export const wordsMatch = (text: string, words: readonly string[]): 0 | 1 | 2 => {
  const folded = foldText(text)
  if (!words.every((word) => folded.includes(word))) return 0
  const begins = folded.split(WORD_SEPARATOR)
  return words.every((word) => begins.some((begin) => begin.startsWith(word))) ? 2 : 1
}
