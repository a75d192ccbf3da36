// Mistakes in a CSV file; an answer lists a limited number of them.

/** `row` counts as in a spreadsheet (1 is the header); `column` is the name in the header. */
export type CsvMistake = { row: number; column: string; message: string }

/** Sorted by row. Past the limit, one mistake of the whole file says how many were left out. */
export const listMistakes = (
  all: readonly CsvMistake[],
  max: number,
  wholeFile: Pick<CsvMistake, 'row' | 'column'> = { row: 0, column: 'csv' },
): CsvMistake[] => {
  const listed = all.toSorted((one, other) => one.row - other.row).slice(0, max)
  const left = all.length - listed.length
  return left === 0 ? listed : [...listed, { ...wholeFile, message: `has ${left} more mistakes than the ${max} listed` }]
}
