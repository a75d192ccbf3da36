// Full-text search of the guides: sections that have all words of the query, best first.

import type { Guide, Section } from './guides.ts'

export type Found = { guide: Guide; section: Section; excerpt: string; score: number }

const QUERY_MAX_CHARACTERS = 100
/** The maximum number of words that a query searches for. Each word costs one pass over all guides. */
const WORDS_MAX = 10
const RESULTS_MAX = 20
const EXCERPT_CHARACTERS = 180
/** The number of characters in an excerpt before the first hit. */
const LEAD_CHARACTERS = 50
/** The score of a word in a heading; a word in the text scores 1. */
const TITLE_SCORE = 10
const GUIDE_TITLE_SCORE = 5

export const wordsOf = (query: string): string[] => {
  const words = query.slice(0, QUERY_MAX_CHARACTERS).toLowerCase().split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '').slice(0, WORDS_MAX)
}

const occurrences = (text: string, word: string): number => text.split(word).length - 1

const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase()
  const hits = words.map((word) => lower.indexOf(word)).filter((at) => at !== -1)
  const from = Math.max(0, Math.min(...hits, text.length) - LEAD_CHARACTERS)
  const start = hits.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1
  const cut = text.slice(start, start + EXCERPT_CHARACTERS)
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT_CHARACTERS < text.length ? ' …' : ''}`
}

export const searchGuides = (guides: readonly Guide[], query: string): Found[] => {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const found = guides.flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const [guideTitle, title, text] = [guide.title, section.title, section.text].map((each) => each.toLowerCase()) as [
        string,
        string,
        string,
      ]
      const scores = words.map(
        (word) => TITLE_SCORE * occurrences(title, word) + GUIDE_TITLE_SCORE * occurrences(guideTitle, word) + occurrences(text, word),
      )
      if (!words.every((word) => title.includes(word) || text.includes(word))) return []
      return { guide, section, excerpt: excerptOf(section.text, words), score: scores.reduce((sum, score) => sum + score, 0) }
    }),
  )
  return found.sort((a, b) => b.score - a.score).slice(0, RESULTS_MAX)
}
