// Detects long passwords that are easy to guess.

import { FREQUENT_PASSWORDS } from './frequent-passwords.ts'

/** Digits and signs before and behind a common word make it no harder to guess, as long as they are so few. */
const ADDED_MAX_CHARACTERS = 8

/** Different characters that a password must have at least. */
const DISTINCT_MIN = 5

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]

const reversed = (text: string): string => [...text].reverse().join('')

/** What is written over and over again: `ab` of `ababab`, the whole where nothing is. */
const repeatedUnit = (text: string): string => text.slice(0, (text + text).indexOf(text, 1))

const isLetter = (character: string): boolean => character >= 'a' && character <= 'z'

/** From the first letter to the last. */
const wordIn = (text: string): string => {
  const characters = [...text]
  const first = characters.findIndex(isLetter)
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('')
}

const isCommonWord = (text: string): boolean => {
  const word = wordIn(text)
  return text.length - word.length <= ADDED_MAX_CHARACTERS && FREQUENT_PASSWORDS.has(word)
}

/** `lengthMin`: how long a password must be, its repetitions not counted. */
export const isGuessable = (password: string, lengthMin: number): boolean => {
  const text = password.toLowerCase()
  const unit = repeatedUnit(text)
  return (
    [...unit].length < lengthMin ||
    new Set(text).size < DISTINCT_MIN ||
    FREQUENT_PASSWORDS.has(text) ||
    isCommonWord(text) ||
    SEQUENCES.some((sequence) => sequence.includes(text) || reversed(sequence).includes(text))
  )
}
