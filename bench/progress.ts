// A progress bar. On a terminal, the bar stays on one line. If the output is not a terminal, each step is a new line.

const WIDTH = 30

const out = process.stderr
let last = ''

export const showProgress = (what: string, share: number): void => {
  const filled = Math.round(share * WIDTH)
  const line = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.round(share * 100)).padStart(3)} %  ${what}`
  if (out.isTTY) out.write(`\r\x1b[K${line}${share === 1 ? '\n' : ''}`)
  else if (line !== last) out.write(`${line}\n`)
  last = line
}
