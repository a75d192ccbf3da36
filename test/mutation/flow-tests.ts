// The API tests for each flow about prices, quotes, receipts, purchases or storage, most specific first. Mutation tests use SQLite only.

export const FLOW_TESTS: Readonly<Record<string, readonly string[]>> = {
  'create-quote': [
    ...['create-quote', 'create-quote-parties', 'quote-customers', 'create-quote-customer-terms', 'rehearsals', 'ops-warehouses', 'events'],
    'estimates',
  ],
  'rate-quote': [
    ...['create-quote', 'create-quote-air-prices', 'carrier-booking-rates', 'quote-prices', 'rehearsals', 'booking-import-air'],
    ...['refresh-export-air', 'carrier-booking'],
  ],
  'read-quote': ['refresh-estimates', 'refresh-export-air', 'carrier-booking-rates', 'quote-prices'],
  'book-quote': [
    ...['booking-import-air', 'booking-ocean', 'booking-validity', 'booking-packages', 'booking-rejected', 'booking-export-air'],
    ...['booking-repeated', 'carrier-booking-labels'],
  ],
  'cancel-quote': ['cancel-quote', 'events'],
  'receive-package': ['ops-receiving', 'ops-receipt-undo', 'ops-unidentified', 'measured-price', 'events'],
  'finalise-price': ['measured-price', 'ops-receiving', 'ops-unannounced', 'ops-unpriced', 'charges', 'ops-full-containers-off'],
  'correct-package': ['ops-unpriced', 'ops-unannounced', 'ops-close-short'],
  'undo-receipt': ['ops-receipt-undo', 'ops-unidentified', 'ops-unannounced', 'ops-inbound', 'ops-unpriced', 'undone-receipts'],
  'receive-parcel': ['ops-receiving', 'ops-unidentified', 'ops-inbound', 'ops-unannounced'],
  'receive-unannounced': [
    ...['ops-unannounced', 'ops-unidentified', 'ops-unpriced', 'ops-inbound', 'ops-repack', 'charges', 'ops-warehouses'],
  ],
  'identify-parcel': ['ops-unidentified', 'ops-inbound'],
  'repack-packages': ['ops-repack', 'ops-repack-undo', 'ops-repack-refusals', 'billing', 'month-end'],
  'scan-code': ['ops-scan', 'ops-receiving', 'ops-inbound', 'ops-unidentified', 'track', 'ops-search'],
  'buy-from-carrier': [
    ...['carrier-booking', 'carrier-booking-servers', 'carrier-booking-late', 'rehearsals', 'carrier-hooks', 'carrier-booking-settling'],
    ...['ops-purchases', 'booking-repeated'],
  ],
  'settle-purchases': [
    ...['carrier-booking', 'carrier-booking-servers', 'carrier-booking-late', 'carrier-booking-labels', 'carrier-booking-settling'],
    'ops-purchases',
  ],
  'save-booking': [
    'booking-packages',
    'ops-shipments-attach',
    'booking-export-air',
    'booking-ocean',
    'events',
    'charges',
    'carrier-booking',
  ],
  'track-carrier': ['carrier-hooks', 'carrier-polling'],
  'poll-carriers': ['carrier-polling', 'carrier-hooks'],
  'carrier-label': ['carrier-booking-labels'],
  'explain-quote': ['explain-as-of', 'explain', 'explain-carrier'],
  'import-card': ['rate-cards', 'ops-cards', 'ops-cards-mistakes'],
  'publish-card': ['rate-cards', 'ops-cards'],
  'read-cards': ['rate-cards', 'ops-cards'],
  'fx-rates': ['rate-cards-terms', 'ops-fx'],
  'shadow-prices': ['ops-shadow'],
  'list-ageing': ['ops-storage'],
  'total-storage': ['ops-storage', 'ops-storage-agrees'],
  'remind-storage': ['events-storage'],
}
