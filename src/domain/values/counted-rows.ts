// The number of rows up to which lists are counted. Beyond it, the answer only says that there are more.

export const COUNTED_ROWS_MAX = 10_000
