// Weekly and monthly invoicing periods, and the age groups of debts.

import { addDays } from '../values/calendar.ts'

export const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`

const isoWeekday = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek

/** The first day of the week or month that contains the date. Charges of earlier days are due to be invoiced. */
export const periodStart = (invoicing: 'weekly' | 'monthly', date: string): string =>
  invoicing === 'monthly' ? firstOfMonth(date) : addDays(date, 1 - isoWeekday(date))

export const AGE_BUCKETS = ['current', '1_30', '31_60', '61_90', 'over_90'] as const
export type AgeBucket = (typeof AGE_BUCKETS)[number]

const AGE_STEPS: readonly (readonly [number, AgeBucket])[] = [
  [0, 'current'],
  [30, '1_30'],
  [60, '31_60'],
  [90, '61_90'],
]

export const ageBucket = (daysOverdue: number): AgeBucket => AGE_STEPS.find(([until]) => daysOverdue <= until)?.[1] ?? 'over_90'
