// Output of commands: text, or one JSON document with --json. Progress and errors go to standard error.

export type Lines = string | readonly string[]

export type Output = { print(data: unknown, text: Lines): void }

/** Control characters and characters that change the text direction. A name that contains them could forge lines of output. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const visible = (line: string): string => line.replaceAll(CONTROL_CHARACTERS, escaped)

const visibleLines = (text: Lines): string => (typeof text === 'string' ? [text] : text).map(visible).join('\n')

/** Ends the program without an error if the reader of its output, such as `head`, has closed the pipe. */
const endWithReader = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

export const outputTo = (json: boolean): Output => {
  process.stdout.off('error', endWithReader).on('error', endWithReader)
  // `visible` escapes control characters in the way that JSON does, so the output stays valid JSON with the same values.
  return { print: (data, text) => console.log(json ? visible(JSON.stringify(data)) : visibleLines(text)) }
}

/** Writes the text of a file to standard output. On a terminal, control characters are escaped. Otherwise the text stays unchanged. */
export const printFile = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? `${visibleLines(text.trimEnd().split(/\r?\n/))}\n` : text)
}

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

export const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

/** Formats a time. Time 0 is shown as "the start", because the sample data of a new store is dated 0. */
export const since = (ms: number): string => (ms === 0 ? 'the start' : iso(ms))

const BAR_CHARACTERS = 30

/** Shows a progress bar, on terminals only. */
export const showProgress = ({ step, done, total }: { step: string; done: number; total: number }): void => {
  if (!process.stderr.isTTY) return
  const filled = total === 0 ? BAR_CHARACTERS : Math.floor((Math.min(done, total) / total) * BAR_CHARACTERS)
  const bar = '#'.repeat(filled).padEnd(BAR_CHARACTERS, '.')
  process.stderr.write(`\r${step} [${bar}] ${done} of ${total}${done >= total ? '\n' : ''}`)
}

export const complain = (text: Lines): void => console.error(visibleLines(text))

export const fail = (message: Lines): void => {
  complain(message)
  process.exitCode = 1
}

/** Prints warnings, which do not change the exit code. */
export const warn = (warnings: readonly string[]): void => {
  for (const warning of warnings) complain(`Note: ${warning}`)
}
