// CONTRIBUTING.md is true: the files that it names exist, and every npm script begins with a description.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8')

describe('CONTRIBUTING.md', () => {
  it('names files that exist and contain what it says', async () => {
    const rows = [...(await read('CONTRIBUTING.md')).matchAll(/^\| `([^`]+)` \| `([^`]+)` \| .+ \|$/gm)]
    assert.ok(rows.length >= 8, `${rows.length} files`)
    for (const [, file, name] of rows) assert.ok((await read(file!)).includes(name!), `${file} has no ${name}`)
  })

  it('is right that each script begins with its description', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const untold = Object.entries(scripts).filter(([, command]) => !/^: '[A-Z][^']{5,100}'; \S/.test(command))
    assert.deepEqual(untold, [])
  })
})
