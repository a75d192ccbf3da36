// Schemas of storage under /ops/v1. Amounts are decimal text.

import * as Type from '../../platform/http/schemas/type.ts'
import { OPS_PACKAGE_EXAMPLE, OpsBusiness, OpsPackageAnswer } from '../packages/ops-schemas.ts'

const DayAmount = Type.Object({ date: Type.CalendarDate(), amount: Type.String() })

const Fee = Type.Object({
  date: Type.CalendarDate(),
  free_days: Type.Integer(),
  start_date: Type.Optional(Type.CalendarDate({ description: 'Absent before arrival' })),
  last_free_day: Type.Optional(Type.CalendarDate({ description: 'Absent before arrival' })),
  chargeable_storage_days: Type.Integer(),
  daily_rate: Type.String({ description: 'Price per square metre and day' }),
  currency: Type.String(),
  storage_area_sqm: Type.String(),
  amount_due: Type.String(),
})

export const PackageStorageAnswer = Type.Object({
  parcel_id: Type.String(),
  today: Fee,
  on: Type.Optional(Fee),
  series: Type.Optional(Type.Array(DayAmount, { description: 'Amount owed on each day from today, if the package stays' })),
})

const FEE_EXAMPLE = {
  date: '2026-11-24',
  free_days: 7,
  start_date: '2026-11-16',
  last_free_day: '2026-11-22',
  chargeable_storage_days: 2,
  daily_rate: '500',
  currency: 'NGN',
  storage_area_sqm: '0.3',
  amount_due: '300.00',
}

export const PACKAGE_STORAGE_EXAMPLE = {
  parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id,
  today: FEE_EXAMPLE,
  on: { ...FEE_EXAMPLE, date: '2026-11-30', chargeable_storage_days: 8, amount_due: '1200.00' },
  series: [{ date: '2026-11-24', amount: '300.00' }],
}

export const AgeingAnswer = Type.Array(
  Type.Object({
    last_free_day: Type.CalendarDate(),
    days_left: Type.Integer({ description: 'Until the last free day; below zero once storage is charged' }),
    package: OpsPackageAnswer,
  }),
)

export const AGEING_EXAMPLE = [{ last_free_day: '2026-11-22', days_left: -2, package: OPS_PACKAGE_EXAMPLE }]

export const TotalsAnswer = Type.Object({
  totals: Type.Array(
    Type.Object({
      business: OpsBusiness,
      date: Type.CalendarDate({ description: 'Its today' }),
      currency: Type.String(),
      packages_stored: Type.Integer(),
      packages_chargeable: Type.Integer(),
      amount_due: Type.String({ description: 'For what is in the warehouse now' }),
      accruing_per_day: Type.String({ description: 'Amount that each further day adds for the packages charged today' }),
      history: Type.Array(DayAmount, { description: 'Cost of each day, oldest first, including packages that have left' }),
    }),
  ),
  sums: Type.Array(
    Type.Object({
      currency: Type.String(),
      packages_stored: Type.Integer(),
      packages_chargeable: Type.Integer(),
      amount_due: Type.String(),
      accruing_per_day: Type.String(),
    }),
  ),
})

const SUM_EXAMPLE = { currency: 'NGN', packages_stored: 12, packages_chargeable: 3, amount_due: '4500.00', accruing_per_day: '900.00' }

export const TOTALS_EXAMPLE = {
  totals: [
    { business: OPS_PACKAGE_EXAMPLE.business, date: '2026-11-24', ...SUM_EXAMPLE, history: [{ date: '2026-11-24', amount: '900.00' }] },
  ],
  sums: [SUM_EXAMPLE],
}
