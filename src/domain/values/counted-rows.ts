// Lists are counted up to this many rows; beyond it the answer only says that there are more.

export const COUNTED_ROWS_MAX = 10_000
