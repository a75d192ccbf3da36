// Where the records of /ops/v1 are.

export const CUSTOMERS = '/ops/v1/customers'
export const DELIVERIES = '/ops/v1/webhook_deliveries'
export const ENDPOINTS = '/ops/v1/webhook_endpoints'
export const FX = '/ops/v1/fx_rates'
export const OPERATOR = '/ops/v1/operator'
export const OVERVIEW = '/ops/v1/overview'
export const PACKAGES = '/ops/v1/packages'
export const QUOTES = '/ops/v1/quotes'
export const RECEIPTS = '/ops/v1/receipts'
export const REQUESTS = '/ops/v1/requests'
export const SHIPMENTS = '/ops/v1/shipments'
export const UNIDENTIFIED = '/ops/v1/unidentified_parcels'
