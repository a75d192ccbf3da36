// Texts of lists: sorting, columns, totals, selections, saved views.

export const lists = {
  sortBy: 'Sort by {column}',
  columns: 'Columns',
  columnsShown: 'Columns shown',
  perPage: 'Rows per page',
  from: '{name} from',
  to: '{name} to',
  fromDay: 'from {day}',
  toDay: 'to {day}',
  days: '{from} – {to}',
} as const
