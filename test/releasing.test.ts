// A release has one version number: in the package, its lock file, the client and the changelog.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8')
const json = async (file: string): Promise<{ version: string; packages?: Record<string, { version: string }> }> =>
  JSON.parse(await read(file))

describe('the version number', () => {
  it('is the same in the package, its lock file and the client', async () => {
    const { version } = await json('package.json')
    const [lock, client] = [await json('package-lock.json'), await json('client/package.json')]
    assert.deepEqual([lock.version, lock.packages?.['']?.version, client.version], [version, version, version])
  })

  it('is the newest in the changelog, below Unreleased', async () => {
    const { version } = await json('package.json')
    const headings = [...(await read('CHANGELOG.md')).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!)
    assert.equal(headings[0], 'Unreleased')
    assert.match(headings[1] ?? '', new RegExp(`^${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`))
  })
})
