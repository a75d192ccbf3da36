// What only a few files may do, each for a reason: create files, print.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Call, Source } from './support/document/sources.ts'
import { callsOf, filesImporting, readSources, textOf, walk } from './support/document/sources.ts'

const sources = readSources('{src,bin}/**/*.{ts,js}')

const distinct = (files: readonly string[]): string[] => [...new Set(files)].sort()

/** The files in which an expression of these names stands: `console.log`, `process.stdout.write`, `fetch`. */
const filesNaming = (among: readonly Source[], names: RegExp): string[] =>
  among
    .filter((source) => {
      let isFound = false
      walk(source.tree, (node) => {
        if (node.type === 'MemberExpression' || node.callee?.type === 'Identifier')
          isFound ||= names.test(textOf(source, node.callee ?? node))
      })
      return isFound
    })
    .map(({ file }) => file)

describe('files', () => {
  /** What is not for its owner alone, and why. */
  const FOR_OTHERS: Readonly<Record<string, string>> = {
    'src/commands/pricing/card-files.ts: writeFile': 'a card that somebody exports to a place of their own',
    'src/store/backup/backup-target.ts: createWriteStream': 'a device or pipe that is there already',
  }
  const CREATES = /^(mkdir|writeFile|appendFile|copyFile|cp|createWriteStream|open)(Sync)?$/

  it('are created for their owner only: give them the mode OWNER_ONLY', () => {
    const isOpenedToRead = ({ name, node }: Call): boolean => name.startsWith('open') && node.arguments?.[1] === undefined
    const open = sources
      .flatMap((source) => callsOf(source, /^(node:)?fs(\/promises)?$/))
      .filter((call) => CREATES.test(call.name) && !isOpenedToRead(call) && !/\bOWNER_ONLY\b/.test(textOf(call.of, call.node)))
      .map(({ of, name }) => `${of.file}: ${name}`)
    assert.deepEqual(distinct(open), Object.keys(FOR_OTHERS).sort())
  })

  it('of SQLite are created by the store alone, which creates them for their owner first', () => {
    assert.deepEqual(filesImporting(sources, /^node:sqlite$/, /^DatabaseSync$/), [
      // In a directory of its own, which is the owner's.
      'src/store/audit/audit-archives.ts',
      'src/store/engine/sqlite/connection.ts',
    ])
  })
})

describe('what is printed', () => {
  it('goes through src/commands/output.ts, where control characters of names are made visible', () => {
    assert.deepEqual(filesNaming(sources, /^console\.\w+$|^process\.std(out|err)\.write$/), [
      'src/commands/output.ts',
      // What a server and the simulators say of themselves.
      'src/commands/serve.ts',
      'src/commands/simulators.ts',
    ])
  })
})
