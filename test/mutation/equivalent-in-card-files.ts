// Equivalent mutants in the code for rate card files, each with the reason why no test can find it.

export const IN_CARD_FILES = [
  {
    file: 'named-cells.ts',
    line: 'for (let index = 0; index < Math.max(header.length, written.length); index += 1) {',
    from: '<',
    to: '<=',
    because: 'after the last cell comes an empty one without a column, which is ignored',
  },
  {
    file: 'read-card.ts',
    line: 'if (price !== undefined) prices[size] = price',
    from: 'price !== undefined',
    to: 'true',
    because: 'a value is missing only if a mistake was noted, and a file with a mistake gives no card',
  },
  {
    file: 'read-export-air.ts',
    line: 'return zone !== undefined && named !== undefined ? [{ zone, countries: named }] : []',
    from: 'zone !== undefined && named !== undefined',
    to: 'true',
    because: 'a value is missing only if a mistake was noted, and a file with a mistake gives no card',
  },
  {
    file: 'read-export-air.ts',
    line: 'return zone !== undefined && named !== undefined ? [{ zone, countries: named }] : []',
    from: '&&',
    to: '||',
    because: 'a value is missing only if a mistake was noted, and a file with a mistake gives no card',
  },
  {
    file: 'read-export-air.ts',
    line: 'values.price_per_kg === undefined ? [] : [{ upToKg: values.up_to_kg, pricePerKg: values.price_per_kg }],',
    from: 'values.price_per_kg === undefined',
    to: 'false',
    because: 'a value is missing only if a mistake was noted, and a file with a mistake gives no card',
  },
  {
    file: 'read-export-air.ts',
    line: 'return transitDays === undefined ? null : { zone, transitDays, breaks }',
    from: 'transitDays === undefined',
    to: 'false',
    because: 'a value is missing only if a mistake was noted, and a file with a mistake gives no card',
  },
  {
    file: 'read-export-air.ts',
    line: 'const lanes = [...byZone].flatMap(([zone, lane]) => readLane(zone, lane, note) ?? [])',
    from: '?? []',
    to: '',
    because: 'a value is missing only if a mistake was noted, and a file with a mistake gives no card',
  },
]
