// Which bookings count: the overview's sums and the list of quotes that they open agree on it.

/** A booking of which every package is cancelled counts no more. */
export const STILL_BOOKED = `status = 'booked'
  and exists (select 1 from packages where packages.business_id = quotes.business_id and packages.mode = quotes.mode
    and packages.quote_id = quotes.id and packages.status <> 'cancelled')`
