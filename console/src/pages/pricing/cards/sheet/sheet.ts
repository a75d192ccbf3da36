// A card's file as a table of cells: parsed from the API, a file or the clipboard, and written as CSV.

export type Sheet = { columns: readonly string[]; rows: readonly (readonly string[])[] }

export const HEADER_ROWS = 1

/** The row number in a spreadsheet, where the header is row 1. Mistakes use it. */
export const rowNumber = (index: number): number => index + HEADER_ROWS + 1

export const sheetOf = ({ columns, rows }: { columns: string[]; rows: Record<string, string>[] }): Sheet => ({
  columns,
  rows: rows.map((row) => columns.map((column) => row[column] ?? '')),
})

const written = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvOf = ({ columns, rows }: Sheet): string => [columns, ...rows].map((line) => `${line.map(written).join(',')}\n`).join('')

/** Parses cells with the quoting of spreadsheets. */
export const readCells = (text: string, separator: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  const plain = text.replaceAll(/\r\n?/g, '\n')
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (plain[at + 1] === '"') cell += plain[at++]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

const separatorOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1)
  return [',', ';', '\t'].toSorted((one, other) => header.split(other).length - header.split(one).length)[0]!
}

export const readFile = (text: string): Sheet => {
  const content = text.replace(/^\uFEFF/, '')
  const [header = [], ...rows] = readCells(content, separatorOf(content))
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  const wide = (row: string[]): string[] => [...row, ...Array<string>(width - row.length).fill('')]
  return { columns: wide(header.map((name) => name.trim())), rows: rows.map(wide) }
}
