// Which tests of the API cover a flow about quotes, receipts, purchases or storage, the nearest first. They run on SQLite only.

export const FLOW_TESTS: Readonly<Record<string, readonly string[]>> = {
  'create-quote': ['create-quote', 'create-quote-parties', 'quote-customers', 'create-quote-customer-terms', 'events'],
  'rate-quote': ['create-quote', 'create-quote-air-prices', 'quote-prices'],
  'read-quote': ['refresh-estimates', 'refresh-export-air', 'quote-prices'],
  'book-quote': ['booking-import-air', 'booking-ocean', 'booking-validity', 'booking-packages', 'booking-rejected', 'booking-export-air'],
  'cancel-quote': ['cancel-quote', 'events'],
  'estimate-price': ['estimates'],
  'receive-package': ['ops-receiving', 'measured-price', 'events'],
  'plan-receipt': ['ops-receiving', 'measured-price'],
  'finalise-price': ['measured-price', 'ops-receiving'],
  'close-short': ['ops-close-short'],
  'undo-receipt': ['ops-receipt-undo', 'ops-unidentified', 'ops-unannounced'],
  'open-purchase': ['carrier-booking', 'carrier-booking-late', 'ops-purchases', 'booking-repeated', 'carrier-booking-settling'],
  'buy-from-carrier': ['carrier-booking', 'carrier-booking-late', 'carrier-booking-rates', 'carrier-hooks', 'carrier-booking-settling'],
  'settle-purchases': ['carrier-booking', 'carrier-booking-late', 'carrier-booking-labels', 'carrier-booking-settling'],
  'refund-late': ['carrier-booking-late', 'ops-purchases'],
  'total-storage': ['ops-storage', 'ops-storage-agrees'],
  'remind-storage': ['events-storage'],
}
