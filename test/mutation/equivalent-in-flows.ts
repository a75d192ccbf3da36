// Mutants of the flows of receipts and purchases that no test on SQLite can tell from the code, for the reason given.

export const IN_FLOWS = [
  {
    file: 'save-booking.ts',
    line: 'return { booked, write, isSentAtOnce: !isTooLarge(toKobo(rate.amount)) }',
    from: '!',
    to: '',
    because:
      'it only decides how many packets the statements take to PostgreSQL, which test/api/booking/round-trips.test.ts counts; on SQLite both ways do the same',
  },
  {
    file: 'book-quote.ts',
    line: 'if (isSentAtOnce) sendLast(write)',
    from: 'isSentAtOnce',
    to: 'false',
    because:
      'it only decides how many packets the statements take to PostgreSQL, which test/api/booking/round-trips.test.ts counts; on SQLite both ways do the same',
  },
  {
    file: 'buy-from-carrier.ts',
    line: 'carrierId === REHEARSAL_CARRIER ? rehearsalCarrier(null) : (deps.carriers.find((carrier) => carrier.id === carrierId) ?? null)',
    from: '?? null',
    to: '',
    because: 'every caller asks only whether there is one',
  },
  {
    file: 'undo-receipt.ts',
    line: 'const context = { parcel, quote, latest: standing.at(-1) ?? receipt, timeZone, now, reason }',
    from: '?? receipt',
    to: '',
    because: 'where no receipt stands, this one is undone already, and that is refused before the latest is looked at',
  },
  {
    file: 'price-arrival.ts',
    line: 'if (customerId === null || transportMode === null || at === null) return null',
    from: 'customerId === null || transportMode === null || at === null',
    to: 'false',
    because: 'a package without a quote has a customer and has arrived; a missing transport mode is found by the next line too',
  },
  {
    file: 'price-arrival.ts',
    line: 'if (customerId === null || transportMode === null || at === null) return null',
    from: '||',
    to: '&&',
    because: 'a package without a quote has a customer and has arrived; a missing transport mode is found by the next line too',
  },
  {
    file: 'receive-unannounced.ts',
    line: 'announced: request.announced ?? null,',
    from: '?? null',
    to: '',
    because: 'the package takes nothing over from an announcement that is null or absent; the types want null',
  },
  {
    file: 'poll-carriers.ts',
    line: 'const BATCH = 10',
    from: '10',
    to: '11',
    because: 'how many are asked after in one turn changes nothing of which: the others are due at the next',
  },
]
