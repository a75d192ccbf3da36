// The CSV files that the console exports contain no formulas.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvText } from '../console/src/components/lists/csv.ts'

describe('a list exported by the console', () => {
  const columns = [
    { title: 'Name', csv: ({ name }: { name: string | number | null }) => name },
    { title: 'not in the file' },
    { title: '=1+1', csv: () => true },
  ]

  for (const [name, written] of [
    ['=cmd|calc', "'=cmd|calc"],
    ['a;=cmd|calc', "a;'=cmd|calc"],
    ['a\n@sum', `"a\n'@sum"`],
    ['＝1+1', "'＝1+1"],
    ['+234 800', "'+234 800"],
    ['Sample, "Person"', '"Sample, ""Person"""'],
    ['-12.50', '-12.50'],
    [-3, '-3'],
    [null, ''],
  ] as const)
    it(`has ${JSON.stringify(written)} for ${JSON.stringify(name)}`, () =>
      assert.equal(csvText(columns, [{ name }]), `Name,'=1+1\r\n${written},true\r\n`))
})
