// Folds text for searches by people: case and diacritics make no difference.

const DIACRITICS = /[\u0300-\u036f]/g

const foldText = (text: string): string => text.toLowerCase().normalize('NFD').replace(DIACRITICS, '')

/** The words of a search, each once. */
export const foldedWords = (text: string): string[] => [
  ...new Set(
    foldText(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]

const BETWEEN_WORDS = /[^\p{L}\p{N}@.+]+/u

/** Everything that begins a word of the text: it is folded once, however many names it is searched for. */
export const beginningsIn = (text: string): ReadonlySet<string> =>
  new Set(
    foldText(text)
      .split(BETWEEN_WORDS)
      .flatMap((word) => Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1))),
  )

/** How well a text holds the words, in any order: 2 where each begins a word of it, 1 where each is in it, 0 otherwise. */
export const wordsMatch = (text: string, words: readonly string[]): 0 | 1 | 2 => {
  const folded = foldText(text)
  if (!words.every((word) => folded.includes(word))) return 0
  const begins = folded.split(BETWEEN_WORDS)
  return words.every((word) => begins.some((begin) => begin.startsWith(word))) ? 2 : 1
}
