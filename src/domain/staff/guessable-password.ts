// Detects long passwords that are easy to guess.

/** A common word is still refused if up to this many digits and signs are added to it. A run like 1234 counts as one character. */
const ADDED_MAX_CHARACTERS = 8

const DISTINCT_MIN = 5

/** If the runs in a password have at least this length on average, its runs are counted instead of its characters. */
const RUN_CHARACTERS = 3

/** The example password of the web comic xkcd 936. */
const ADVISED = 'correcthorsebatterystaple'

/**
 * How many of the most frequent passwords are refused even with added characters. Rarer passwords with added characters are hard enough to
 * guess.
 */
const FREQUENT_WORDS = 3_000
const FREQUENT_WORD = /^[a-z]{5,}$/

/** The common passwords to check against: the most frequent words, and all common passwords of at least `lengthMin` characters. */
const refusedAmong = (byFrequency: readonly string[], lengthMin: number): ReadonlySet<string> =>
  new Set(byFrequency.filter((each, rank) => each.length >= lengthMin || (rank < FREQUENT_WORDS && FREQUENT_WORD.test(each)))).add(ADVISED)

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890-=',
  '!@#$%^&*()_+',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

const reversed = (text: string): string => [...text].reverse().join('')

/** For each pair of neighbouring characters, the set of sequences that contain the pair, as bits. */
const STEPS = new Map<string, number>()
for (const [bit, sequence] of SEQUENCES.flatMap((each) => [each, reversed(each)]).entries())
  for (let at = 2; at <= sequence.length; at++) {
    const step = sequence.slice(at - 2, at)
    STEPS.set(step, (STEPS.get(step) ?? 0) | (1 << bit))
  }

const ANY = -1

/**
 * The number of runs. A run repeats one character, such as `aaa`, or follows a sequence, such as `abc`. Any other character counts as a run
 * of its own.
 */
const countRuns = (characters: readonly string[]): number => {
  let followed = 0
  return characters.filter((next, index) => {
    const last = characters[index - 1]
    if (next === last) return false
    followed &= STEPS.get(`${last}${next}`) ?? 0
    if (followed !== 0) return false
    followed = ANY
    return true
  }).length
}

/** Whether the password consists of a few runs. Also true if two runs alternate, as in `a1b2c3`. */
const isRuns = (characters: readonly string[], lengthMin: number): boolean =>
  [characters, [0, 1].flatMap((side) => characters.filter((_, index) => index % 2 === side))].some((each) => {
    const runs = countRuns(each)
    return runs < lengthMin && runs * RUN_CHARACTERS <= each.length
  })

/** The shortest part whose repetition gives the text, such as `ab` for `ababab`. The whole text if the text is not a repetition. */
const repeatedUnit = (text: string): string => text.slice(0, (text + text).indexOf(text, 1))

const isLetter = (character: string): boolean => character >= 'a' && character <= 'z'

const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

const READINGS: readonly Readonly<Record<string, string>>[] = [{}, LETTERS, { ...LETTERS, 1: 'i' }]

const isInWord = (character: string): boolean => isLetter(character) || (character >= '0' && character <= '9')

/** Up to two digits or signs at each end of a word are tried as letters. For example, the 0 in `hell0` is tried as an o. */
const WRITTEN_FOR_LETTERS = [0, 1, 2]

/** Whether the password is a common word, or any word repeated, with only a few characters added. */
const isWord = (characters: readonly string[], lengthMin: number, frequent: ReadonlySet<string>): boolean => {
  const [first, last] = [characters.findIndex(isLetter), characters.findLastIndex(isLetter)]
  if (first === -1) return false
  return WRITTEN_FOR_LETTERS.some((before) =>
    WRITTEN_FOR_LETTERS.some((behind) => {
      const [begin, end] = [Math.max(first - before, 0), last + 1 + behind]
      const around = countRuns(characters.slice(0, begin)) + countRuns(characters.slice(end))
      return READINGS.some((letters) => {
        const read = characters.slice(begin, end).map((character) => letters[character] ?? character)
        const word = read.filter(isInWord).join('')
        const unit = repeatedUnit(word)
        const added = around + countRuns(read.filter((character) => !isInWord(character)))
        if (unit !== word && unit.length + added < lengthMin) return true
        return added <= ADDED_MAX_CHARACTERS && frequent.has(unit)
      })
    }),
  )
}

/** `lengthMin`: the required length; a repeated part is counted only once. `byFrequency`: common passwords, the most frequent first. */
export const isGuessable = (password: string, lengthMin: number, byFrequency: readonly string[]): boolean => {
  const frequent = refusedAmong(byFrequency, lengthMin)
  const text = password.toLowerCase()
  const characters = [...text]
  return (
    [...repeatedUnit(text)].length < lengthMin ||
    new Set(characters).size < DISTINCT_MIN ||
    frequent.has(text) ||
    isRuns(characters, lengthMin) ||
    isWord(characters, lengthMin, frequent)
  )
}
