// Texts of the pages of packages.

export const texts = {
  title: 'Packages',
  lead: 'Everything that was booked, and where it is.',
  caption: 'Packages, newest first',
  search: 'Customer or parcel number',
  status: 'Status',
  anyStatus: 'Any status',
  hold: 'Hold',
  anyHold: 'Held or not',
  held: 'On hold',
  notHeld: 'Not on hold',
  direction: 'Direction',
  anyDirection: 'Import and export',
  number: 'Parcel',
  customer: 'Customer',
  route: 'Route',
  cargo: 'Cargo',
  booked: 'Booked on',
  emptyTitle: 'No packages yet',
  empty: 'A package appears here as soon as a quote is booked.',
}

export const STATUS_NAMES = {
  booked: 'Booked',
  warehouse: 'In the warehouse',
  transit: 'In transit',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export const DIRECTION_NAMES = { import: 'Import', export: 'Export' }
