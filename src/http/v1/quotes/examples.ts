// Example responses for the API reference: an export by air from quote to delivery, and a parcel customer.

import type { WireCustomer } from '../customers/schemas.ts'
import type { WireNotice, WirePackage, WireTracking } from '../packages/schemas.ts'
import type { WireQuote, WireRate } from './schemas.ts'

const QUOTED_AT = '2026-11-15T08:30:00.000Z'
const BOOKED_AT = '2026-11-15T08:41:07.250Z'
const RECEIVED_AT = '2026-11-16T10:05:12.000Z'

const RATE: WireRate = {
  id: 'rate_01kqn2x4t8e6nvd0t2d5c1yq7w',
  carrier: 'Waybill Air',
  service: 'Economy',
  rate: '41300.00',
  currency: 'NGN',
  estimated_delivery_days: 9,
  estimated_delivery_date: '2026-11-24',
  created_at: QUOTED_AT,
  breakdown: {
    lane: 'Nigeria to United Kingdom',
    card: {
      id: 'export-air',
      version: 1,
      title: 'Export air (sample)',
      currency: 'USD',
      sample: true,
      effective_from: '2026-01-01T00:00:00.000Z',
    },
    fx: { base: 'USD', quote: 'NGN', rate: '1400', effective_from: '2026-01-01T00:00:00.000Z', source: 'Sample rate of a first start' },
    weight: {
      actual_weight_kg: '2.4',
      volumetric_weight_kg: '1.8',
      volumetric_divisor: 5000,
      rounding_step_kg: '0.5',
      chargeable_weight_kg: '2.5',
    },
    lines: [
      {
        kind: 'freight',
        description: 'Economy, zone C',
        quantity: '2.5',
        unit: 'kg',
        unit_price: '11.80',
        currency: 'USD',
        fx_rate: '1400',
        amount: '41300.00',
      },
    ],
    total: '41300.00',
    currency: 'NGN',
  },
}

export const PENDING_QUOTE: WireQuote = {
  parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w',
  status: 'pending',
  source: 'api',
  direction: 'export',
  reference: 'QR5KKRVHRJZ3',
  rates: [RATE],
  rate_messages: [],
  sender: {
    name: 'Ikeja Crafts',
    phone: '+2348000000001',
    address: { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', country: 'NG' },
  },
  recipient: {
    name: 'Sample Gallery',
    email: 'gallery@example.com',
    phone: '+442000000000',
    address: { street: '1 Example Street', city: 'London', postal_code: 'E1 6AN', country: 'GB' },
  },
  package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: 'Carved wooden bowls' },
  cargo_volume: '2.4 kg',
  origin_details: {
    name: 'Ikeja Crafts',
    phone: '+2348000000001',
    origin_address: '5 Allen Avenue',
    origin_city: 'Ikeja',
    origin_state: 'Lagos',
    origin_country: 'NG',
    origin_country_name: 'Nigeria',
  },
  dest_details: {
    name: 'Sample Gallery',
    email: 'gallery@example.com',
    phone: '+442000000000',
    dest_address: '1 Example Street',
    dest_city: 'London',
    dest_zip_code: 'E1 6AN',
    destination_country: 'GB',
    destination_country_name: 'United Kingdom',
  },
  parcel_details: { transport_mode: 'air', chargeable_weight: 2.5 },
  tracking_code: null,
  label_url: null,
  selected_rate: null,
  tracker_id: null,
  purchased_at: null,
  booked_at: null,
  cancelled_at: null,
  closed_reason: null,
  comment: null,
  estimated_price: null,
  created_at: QUOTED_AT,
  updated_at: QUOTED_AT,
  client_reference: 'ORDER-2041',
  metadata: { shop: 'Ikeja' },
  parcel_customer_id: null,
}

export const PACKAGE: WirePackage = {
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_number: 'PQG5WYRERYY8',
  status: 'warehouse',
  trade_direction: 'import',
  quantity: 1,
  declared_weight: 12.5,
  actual_weight: 13.2,
  length: 60,
  width: 50,
  height: 40,
  mode: 'test',
  hold_instruction: 'release',
  hold_released_at: null,
  warehouse_arrived_at: RECEIVED_AT,
  cancelled_at: null,
  comment: null,
  shipment_id: null,
  parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq8x',
  customer_identifier: 'DEM1001',
  storage_fee: {
    free_days: 7,
    start_date: '2026-11-16',
    last_free_day: '2026-11-22',
    chargeable_storage_days: 2,
    daily_rate: 500,
    currency: 'NGN',
    storage_area_sqm: 0.3,
    amount_due: 300,
  },
  notices: [],
  origin_country: 'CN',
  destination_country: 'NG',
  created_at: BOOKED_AT,
  updated_at: RECEIVED_AT,
  client_reference: 'ORDER-2040',
  metadata: null,
  parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  transport_mode: 'air',
  package_type: 'Carton',
  container_size: null,
  commodity: null,
}

export const BOOKED_QUOTE: WireQuote = {
  ...PENDING_QUOTE,
  status: 'booked',
  rates: [],
  selected_rate: RATE,
  estimated_price: 41_300,
  tracking_code: 'WB4351625697673NG',
  label_url: 'https://waybill.example/labels/45c8d7a366e31dab143d9ad3b7e60790b3f51e21.pdf',
  tracker_id: 'trk_01kqn2x4t8e6nvd0t2d5c1yq7w',
  purchased_at: BOOKED_AT,
  booked_at: BOOKED_AT,
  updated_at: BOOKED_AT,
  parcel_details: {
    ...PENDING_QUOTE.parcel_details,
    parcels: [{ parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq9y', parcel_number: 'P52R5D43SC6U', status: 'booked' }],
  },
}

export const CANCELLED_QUOTE: WireQuote = {
  ...PENDING_QUOTE,
  status: 'cancelled',
  cancelled_at: BOOKED_AT,
  updated_at: BOOKED_AT,
  closed_reason: 'cancelled_by_business',
  comment: 'The customer changed plans',
}

export const CANCELLED_PACKAGE: WirePackage = {
  ...PACKAGE,
  status: 'cancelled',
  cancelled_at: '2026-11-24T09:00:00.000Z',
  comment: 'The customer changed plans',
}

const NOTICE: WireNotice = {
  token: 'ntc_01kqn2x4t8e6nvd0t2d5c1yq7w',
  uuid: '019dea2e-9348-71ab-b683-42695c1f5cfc',
  level: 'warning',
  body: 'Customs papers are missing',
  active: true,
  created_at: '2026-11-17T09:00:00.000Z',
  deactivated_at: null,
}

export const HELD = {
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  action: 'hold' as const,
  hold_instruction: 'hold' as const,
  hold_released_at: null,
  notice: NOTICE,
}

export const TRACKING: WireTracking = {
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_number: 'PQG5WYRERYY8',
  status: 'warehouse',
  tracking_data: [
    { step: 1, status: 'booked', code: 'PARCEL_BOOKED', info: 'The package is booked.', completed_on: BOOKED_AT },
    {
      step: 2,
      status: 'warehouse',
      code: 'PARCEL_RECEIVED',
      info: 'The package was received at the warehouse.',
      completed_on: RECEIVED_AT,
    },
    { step: 3, status: 'transit', code: 'PARCEL_IN_TRANSIT', info: 'The package has not departed yet.', completed_on: null },
    { step: 4, status: 'delivered', code: 'PARCEL_DELIVERED', info: 'The package has not been delivered yet.', completed_on: null },
  ],
}

export const CUSTOMER: WireCustomer = {
  parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  first_name: 'Sample',
  last_name: 'Trader',
  email: 'trader@example.com',
  mobile: '+2348000000002',
  address_suffix: 'DEM1001',
  full_name: 'Sample Trader',
  status: 'active',
  mode: 'test',
  origin_address: '8 Example Road',
  origin_city: 'Guangzhou',
  origin_zip_code: null,
  origin_state: 'Guangdong',
  origin_country: 'CN',
  created_at: QUOTED_AT,
  updated_at: QUOTED_AT,
  client_reference: 'CRM-77',
  metadata: null,
}
