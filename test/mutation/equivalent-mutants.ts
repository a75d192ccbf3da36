// Mutants that no test can tell from the code: what they change makes no difference, for the reason given.

/** `line`: the line of code that the change begins in, `from` what is changed, `to` what it becomes. */
export type Equivalent = { file: string; line: string; from: string; to: string; because: string }

export const EQUIVALENT_MUTANTS: readonly Equivalent[] = [
  {
    file: 'price.ts',
    line: 'const missing = isCharged(minimumCharge) ? roundToKobo(decimal(minimumCharge).mul(sheet.fx.rate)).minus(total) : ZERO',
    from: 'isCharged(minimumCharge)',
    to: 'true',
    because: 'of a minimum of nothing nothing is ever missing; it only saves the sum',
  },
  {
    file: 'rate-card.ts',
    line: 'return zoneOf(tariff, country) === null ? 0 : 1',
    from: '1',
    to: '2',
    because: 'only cards of one kind are compared, and of these it only counts whether it is above zero',
  },
  { file: 'rate-card.ts', line: 'card.businessId === null ? 0 : 1,', from: '1', to: '2', because: 'only the order counts' },
  { file: 'rate-card.ts', line: 'card.sample ? 0 : 1,', from: '1', to: '2', because: 'only the order counts' },
  {
    file: 'rate-card.ts',
    line: 'return differs === -1 ? 0 : ofB[differs]! - ofA[differs]!',
    from: 'differs === -1',
    to: 'false',
    because: 'the difference of nothing and nothing is not a number, which a sort takes for 0',
  },
  {
    file: 'rate-card.ts',
    line: 'return differs === -1 ? 0 : ofB[differs]! - ofA[differs]!',
    from: '1',
    to: '2',
    because: 'the difference of nothing and nothing is not a number, which a sort takes for 0',
  },
  {
    file: 'rate-card.ts',
    line: 'return differs === -1 ? 0 : ofB[differs]! - ofA[differs]!',
    from: '0',
    to: '1',
    because: 'the sort asks only which one comes before the other, and of two that are alike neither does',
  },
  {
    file: 'storage-forecast.ts',
    line: '...(parcel.dimensions ? { dimensions: parcel.dimensions } : {}),',
    from: 'parcel.dimensions',
    to: 'true',
    because: 'dimensions that are null count as none; the types want them absent',
  },
  {
    file: 'storage-forecast.ts',
    line: 'return storageFeeUntil(goods, storage, business.timeZone, ended < date ? ended : date)',
    from: '<',
    to: '<=',
    because: 'of two that are the same either will do',
  },
  {
    file: 'storage-forecast.ts',
    line: 'const changes = Array.from({ length: days + 1 }, () => ZERO)',
    from: '1',
    to: '2',
    because: 'what is past the last day is never read',
  },
  {
    file: 'storage-forecast.ts',
    line: 'if (daily.decimalPlaces() <= 2) {',
    from: 'daily.decimalPlaces() <= 2',
    to: 'false',
    because: 'whole kobos give the same day by day; it only saves time',
  },
  {
    file: 'storage-forecast.ts',
    line: 'if (daily.decimalPlaces() <= 2) {',
    from: '<=',
    to: '<',
    because: 'whole kobos give the same day by day; it only saves time',
  },
  {
    file: 'storage-totals.ts',
    line: 'const areaSqm = storageArea({ quantity, ...(dimensions ? { dimensions } : {}), ...(volumeCbm === null ? {} : { volumeCbm }) })',
    from: 'dimensions',
    to: 'true',
    because: 'dimensions that are null count as none; the types want them absent',
  },
  {
    file: 'receipt.ts',
    line: 'const first = arrivals[0]?.dimensions',
    from: '?.',
    to: '.',
    because: 'it is asked only where something was measured, hence arrived; the types do not know',
  },
  {
    file: 'receipt-checks.ts',
    line: "export const checkTotals = ({ pieces, weightKg = 0, volumeCbm, dimensions }: Arrival, problems: Problems, at = ''): void => {",
    from: '0',
    to: '1',
    because: 'one is as far within the limits as nothing',
  },
  {
    file: 'receipt-checks.ts',
    line: 'const cbm = volumeCbm ?? (dimensions ? unitCbm(dimensions).mul(pieces) : 0)',
    from: '0',
    to: '1',
    because: 'one is as far within the limits as nothing',
  },
]
