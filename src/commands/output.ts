// What commands print: for people by default, one JSON document with --json; progress and errors go to standard error.

export type Output = { print(data: unknown, text: string): void }

/** Whoever reads may have enough, as `head` has: that is no failure. */
const endWithReader = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

export const outputTo = (json: boolean): Output => {
  process.stdout.off('error', endWithReader).on('error', endWithReader)
  return { print: (data, text) => console.log(json ? JSON.stringify(data) : text) }
}

/** Columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
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

export const fail = (message: string): void => {
  console.error(message)
  process.exitCode = 1
}

/** What went well, and yet should be known: on standard error, and no failure. */
export const warn = (warnings: readonly string[]): void => {
  for (const warning of warnings) console.error(`Note: ${warning}`)
}
