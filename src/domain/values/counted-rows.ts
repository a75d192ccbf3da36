// Lists are counted up to this number of rows. For longer lists, the response only says that there are more rows.

export const COUNTED_ROWS_MAX = 10_000
