// Texts of lists: sorting, columns, totals, selections, saved views.

export const lists = {
  sortBy: 'Sort by {column}',
  columns: 'Columns',
  columnsShown: 'Columns shown',
  perPage: 'Rows per page',
  showChanges: 'Show new and moved rows',
  from: '{name} from',
  to: '{name} to',
  fromDay: 'from {day}',
  toDay: 'to {day}',
  days: '{from} – {to}',

  rows: '{count} in total',
  manyRows: 'More than {count}',
  total: 'Total',
  selectMatching: 'Select all that match',
  selectMatchingCount: 'Select all {count} that match',
  selecting: 'Selecting, {count} so far',
  selectionCut: 'Only the first {count} are selected. Narrow the filters for the rest.',
  exportSelected: 'Export selected',

  views: 'Views',
  view: 'View: {name}',
  saveView: 'Save view',
  viewName: 'Name',
  viewHint: 'Filters, order, columns and mode as they are now. Only you see it.',
  viewSaved: 'Saved as “{name}”.',
  viewDeleted: '“{name}” is deleted.',
  deleteView: 'Delete the view {name}',
} as const
