// The mistakes in a CSV file, of which an answer lists only so many.

/** `row` as a spreadsheet counts it, 1 is the header; `column` is the header's name. */
export type CsvMistake = { row: number; column: string; message: string }

/** From the top of the file down; past the limit, how many were left out, as a mistake of the file as a whole. */
export const listMistakes = (
  all: readonly CsvMistake[],
  max: number,
  wholeFile: Pick<CsvMistake, 'row' | 'column'> = { row: 0, column: 'csv' },
): CsvMistake[] => {
  const listed = all.toSorted((one, other) => one.row - other.row).slice(0, max)
  const left = all.length - listed.length
  return left === 0 ? listed : [...listed, { ...wholeFile, message: `has ${left} more mistakes than the ${max} listed` }]
}
