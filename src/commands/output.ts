// Output of commands: text by default, one JSON document with --json; progress and errors go to standard error.

/** A text is one line; several lines are a list of them. */
export type Lines = string | readonly string[]

export type Output = { print(data: unknown, text: Lines): void }

/** What moves a cursor, ends a line or turns the direction of writing: whoever named something could otherwise write lines of ours. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A line in which everything can be seen. */
export const visible = (line: string): string => line.replaceAll(UNSEEN, escaped)

const visibleLines = (text: Lines): string => (typeof text === 'string' ? [text] : text).map(visible).join('\n')

/** Whoever reads may have enough, as `head` has: that is no failure. */
const endWithReader = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

export const outputTo = (json: boolean): Output => {
  process.stdout.off('error', endWithReader).on('error', endWithReader)
  // Escaped as JSON escapes: it reads the same.
  return { print: (data, text) => console.log(json ? visible(JSON.stringify(data)) : visibleLines(text)) }
}

/** A file on standard output, byte for byte; on a terminal, where somebody reads it, with everything to be seen. */
export const printFile = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? `${visibleLines(text.trimEnd().split(/\r?\n/))}\n` : text)
}

/** A line for each row, columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): string[] => {
  const shown = rows.map((row) => row.map(visible))
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)))
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Empty for what has not happened. */
export const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

/** From when on; what was there from the first start has no date. */
export const since = (ms: number): string => (ms === 0 ? 'the start' : iso(ms))

const BAR_CHARACTERS = 30

/** On a terminal, one line with a bar that grows; nowhere else. */
export const showProgress = ({ step, done, total }: { step: string; done: number; total: number }): void => {
  if (!process.stderr.isTTY) return
  const filled = total === 0 ? BAR_CHARACTERS : Math.floor((Math.min(done, total) / total) * BAR_CHARACTERS)
  const bar = '#'.repeat(filled).padEnd(BAR_CHARACTERS, '.')
  process.stderr.write(`\r${step} [${bar}] ${done} of ${total}${done >= total ? '\n' : ''}`)
}

/** On standard error. */
export const complain = (text: Lines): void => console.error(visibleLines(text))

export const fail = (message: Lines): void => {
  complain(message)
  process.exitCode = 1
}

/** Warnings; the request succeeded: on standard error, and no failure. */
export const warn = (warnings: readonly string[]): void => {
  for (const warning of warnings) complain(`Note: ${warning}`)
}
