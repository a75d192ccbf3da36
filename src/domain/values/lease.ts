// Whether a lease on shared work holds, by the queues' clock.

/**
 * Clocks of servers differ by less than a lease lasts. One that ends later still was given before a clock was set back, and its holder may
 * have died: it would keep everybody else out until the clock has caught up.
 */
export const isHeld = (until: number, now: number, leaseMs: number): boolean => until > now && until <= now + 2 * leaseMs
