// Storage as /ops/v1 shows it. Amounts are decimal text.

export type AgeingPackage = {
  last_free_day: string
  /** Below zero once storage is charged. */
  days_left: number
  package: {
    parcel_id: string
    parcel_number: string
    hold_instruction: 'hold' | 'release'
    warehouse_arrived_at: string | null
    storage_fee: { amount_due: number; currency: string }
    business: { business_id: string; name: string; prefix: string }
    customer: { customer_identifier: string | null; name: string }
  }
}

export type StorageSum = {
  currency: string
  packages_stored: number
  packages_chargeable: number
  amount_due: string
  accruing_per_day: string
}

export type BusinessStorage = StorageSum & {
  business: { business_id: string; name: string; prefix: string }
  date: string
  history: { date: string; amount: string }[]
}

export type StorageTotals = { totals: BusinessStorage[]; sums: StorageSum[] }
