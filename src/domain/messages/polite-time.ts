// Quiet hours: finds the next time at which it is between 8:00 and 20:00 in the recipient's country.

const FIRST_HOUR = 8
const LAST_HOUR = 20
const STEP_MS = 15 * 60 * 1000
const STEPS_A_DAY = 96

/** The time zones of a country; empty if the country is unknown. */
export const zonesOf = (country: string): readonly string[] => {
  try {
    return new Intl.Locale('und', { region: country }).getTimeZones?.() ?? []
  } catch {
    return []
  }
}

const isAwake = (at: number, zone: string): boolean => {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return hour >= FIRST_HOUR && hour < LAST_HOUR
}

/**
 * Returns `at` if it is between 8:00 and 20:00 in every zone. Otherwise returns the next quarter of an hour for which this is true, or `at`
 * if there is none within a day.
 */
export const politeFrom = (at: number, zones: readonly string[]): number => {
  if (zones.every((zone) => isAwake(at, zone))) return at
  const quarter = Math.ceil(at / STEP_MS) * STEP_MS
  for (let step = 0; step < STEPS_A_DAY; step++) {
    const next = quarter + step * STEP_MS
    if (zones.every((zone) => isAwake(next, zone))) return next
  }
  return at
}
