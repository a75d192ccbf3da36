// What commands print: for people by default, one JSON document with --json; progress and errors go to standard error.

export type Output = { print(data: unknown, text: string): void }

export const outputTo = (json: boolean): Output => ({
  print: (data, text) => console.log(json ? JSON.stringify(data) : text),
})

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

/** On a terminal, one line that counts up; nowhere else. */
export const showProgress = ({ step, done, total }: { step: string; done: number; total: number }): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${step}: ${done} of ${total}${done >= total ? '\n' : ''}`)
}

export const fail = (message: string): void => {
  console.error(message)
  process.exitCode = 1
}
