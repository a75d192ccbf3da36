// Abandoned packages: packages that are still in the warehouse long after their last free day.

import { addDays } from '../values/calendar.ts'

/** Applies until the operator sets another number of days. */
export const ABANDONED_AFTER_DAYS = 60
export const ABANDONED_AFTER_MAX_DAYS = 3_650

/** Returns a date. Packages whose last free day is earlier than that date are abandoned. */
export const abandonedBefore = (today: string, afterDays: number): string => addDays(today, -afterDays)
