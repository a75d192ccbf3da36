// The condition for bookings that count in the overview's totals and in the list behind them.

/** A booking whose packages are all cancelled does not count. */
export const STILL_BOOKED = `status = 'booked'
  and exists (select 1 from packages where packages.business_id = quotes.business_id and packages.mode = quotes.mode
    and packages.quote_id = quotes.id and packages.status <> 'cancelled')`
