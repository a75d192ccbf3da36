// Equivalent mutants in the flows of receipts and purchases, each with the reason why no test on SQLite can find it.

export const IN_FLOWS = [
  {
    file: 'repack-packages.ts',
    line: 'if (reopened !== before) await unchargeFreight(deps, tx, caller, before.id, reason)',
    from: 'reopened !== before',
    to: 'true',
    because:
      'freight is charged once its price is final, except of exports by air, whose packages are in the shipment of their booking and cannot be repacked',
  },
  {
    file: 'buy-from-carrier.ts',
    line: 'carrierId === REHEARSAL_CARRIER ? rehearsalCarrier(null) : (deps.carriers.find((carrier) => carrier.id === carrierId) ?? null)',
    from: '?? null',
    to: '',
    because: 'every caller only checks whether there is one',
  },
  {
    file: 'undo-receipt.ts',
    line: 'const context = { parcel, quote, latest: standing.at(-1) ?? receipt, timeZone, now, reason }',
    from: '?? receipt',
    to: '',
    because: 'if there is no valid receipt, this one is already undone, which is refused before',
  },
  {
    file: 'receive-unannounced.ts',
    line: 'if (transportMode === null || at === null) return null',
    from: 'transportMode === null || at === null',
    to: 'false',
    because: 'a package without a quote has a customer and has arrived; a missing transport mode is found by the next line too',
  },
  {
    file: 'receive-unannounced.ts',
    line: 'if (transportMode === null || at === null) return null',
    from: '||',
    to: '&&',
    because: 'a package without a quote has a customer and has arrived; a missing transport mode is found by the next line too',
  },
  {
    file: 'receive-unannounced.ts',
    line: 'await customers.lockShared(tx, caller, parcel.customerId)',
    from: 'await customers.lockShared(tx, caller, parcel.customerId)',
    to: ';',
    because:
      'it only keeps merges of the customer away, which test/scenarios/customers/races-merges.test.ts tries on PostgreSQL; SQLite has one transaction at a time',
  },
  {
    file: 'repack-packages.ts',
    line: 'await customers.lockShared(tx, caller, before[0]!.customerId)',
    from: 'await customers.lockShared(tx, caller, before[0]!.customerId)',
    to: ';',
    because:
      'it only keeps merges of the customer away, which test/scenarios/customers/races-merges.test.ts tries on PostgreSQL; SQLite has one transaction at a time',
  },
  {
    file: 'receive-unannounced.ts',
    line: 'announced: request.announced ?? null,',
    from: '?? null',
    to: '',
    because: 'the package takes nothing over from an announcement that is null or absent; the types want null',
  },
  {
    file: 'correct-package.ts',
    line: 'const priced = next.quoteId === null ? await priceArrival(deps, tx, await withBusiness(tx, caller), next) : { parcel: next, events: [] }',
    from: 'next.quoteId === null',
    to: 'true',
    because: 'the destination of a package with a quote is locked: it returns before',
  },
  {
    file: 'poll-carriers.ts',
    line: 'const BATCH = 10',
    from: '10',
    to: '11',
    because: 'how many are polled in one run does not change which: the others are due in the next',
  },
  {
    file: 'track-carrier.ts',
    line: 'const found = (await findBooked(tx, carrierId, update)) ?? (await findJustBooked(tx, carrierId, update))',
    from: '?? (await findJustBooked(tx, carrierId, update))',
    to: '',
    because:
      'it only waits for a purchase that another transaction is settling, which test/api/booking/carrier-hooks.test.ts tries on PostgreSQL; SQLite has one transaction at a time',
  },
  {
    file: 'track-carrier.ts',
    line: 'const found = (await findBooked(tx, carrierId, update)) ?? (await findJustBooked(tx, carrierId, update))',
    from: '(await findBooked(tx, carrierId, update)) ??',
    to: '',
    because: 'the second look finds what the first one finds; the first only saves it from waiting',
  },
  {
    file: 'track-carrier.ts',
    line: 'if (!found || !holder) {',
    from: '||',
    to: '&&',
    because: 'the business of a quote is always found; the types do not know',
  },
  {
    file: 'track-carrier.ts',
    line: 'await purchases.lockOpen(tx, carrierId)',
    from: 'await purchases.lockOpen(tx, carrierId)',
    to: ';',
    because:
      'it only waits for a purchase that another transaction is settling, which test/api/booking/carrier-hooks.test.ts tries on PostgreSQL; SQLite has one transaction at a time',
  },
  {
    file: 'track-carrier.ts',
    line: 'return findBooked(tx, carrierId, update)',
    from: 'findBooked(tx, carrierId, update)',
    to: 'undefined',
    because:
      'it only waits for a purchase that another transaction is settling, which test/api/booking/carrier-hooks.test.ts tries on PostgreSQL; SQLite has one transaction at a time',
  },
  {
    file: 'track-carrier.ts',
    line: "const isOver = after.every((parcel) => parcel.status === 'delivered' || parcel.status === 'cancelled')",
    from: 'every',
    to: 'some',
    because: "a carrier's label is for one package",
  },
  {
    file: 'track-carrier.ts',
    line: "return after.some((next, index) => next !== before[index]) ? 'moved' : 'nothing'",
    from: 'some',
    to: 'every',
    because: "a carrier's label is for one package",
  },
  {
    file: 'track-carrier.ts',
    line: 'if (error instanceof Rejection) return null',
    from: 'error instanceof Rejection',
    to: 'true',
    because: 'a move throws nothing but a Rejection; any other error would be a bug, and is not hidden',
  },
  {
    file: 'track-carrier.ts',
    line: 'throw error',
    from: 'throw error',
    to: ';',
    because: 'a move throws nothing but a Rejection; any other error would be a bug, and is not hidden',
  },
]
