// Finds the code blocks of a guide, and compares real answers with the answers shown in the guide.

export type Block = { language: string; code: string; line: number }

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm

export const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(FENCED)].map((match) => ({
    language: match[1]!,
    code: match[2]!,
    line: markdown.slice(0, match.index).split('\n').length,
  }))

const ID = /^([a-z]+_)[0-9a-z]{26}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Whether `actual` matches `shown`. Each `…` in `shown` matches any text within a line. */
const isLike = (shown: string, actual: string): boolean =>
  new RegExp(`^${shown.split('…').map(RegExp.escape).join('[^\\n]*')}$`).test(actual)

export const fitsText = (shown: string, actual: string): boolean => isLike(shown.trim(), actual.replaceAll('\r', '').trim())

const fitsString = (shown: string, actual: unknown): boolean => {
  if (typeof actual !== 'string') return false
  const prefix = ID.exec(shown)?.[1]
  if (prefix) return actual.startsWith(prefix)
  return INSTANT.test(shown) ? INSTANT.test(actual) : isLike(shown, actual)
}

/**
 * Returns the differences between a real answer and the answer shown in a guide. The guide may leave out fields and further array elements.
 * Ids and times need not be equal.
 */
export const differences = (shown: unknown, actual: unknown, at = ''): string[] => {
  const differs = [`${at || 'the answer'}: shown ${JSON.stringify(shown)}, was ${JSON.stringify(actual)}`]
  if (typeof shown === 'string') return fitsString(shown, actual) ? [] : differs
  if (shown === null || typeof shown !== 'object') return Object.is(shown, actual) ? [] : differs
  if (actual === null || typeof actual !== 'object' || Array.isArray(shown) !== Array.isArray(actual)) return differs
  if (Array.isArray(shown) && shown.length === 0) return (actual as unknown[]).length === 0 ? [] : differs
  return Object.entries(shown).flatMap(([key, value]) => differences(value, (actual as Record<string, unknown>)[key], `${at}/${key}`))
}
