// How many rows of a list are counted; beyond, a list is only said to be longer.

export const COUNTED_ROWS_MAX = 10_000
