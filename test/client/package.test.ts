// The package of the client: built by npm pack, offered by the server, and usable from CommonJS and ES modules, with old and new compilers.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sqlite } from '../support/engine/engines.ts'
import type { Waybill } from '../support/server/waybill.ts'
import { startWaybill } from '../support/server/waybill.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'client')
const NAME = '@waybill/client'
const { PATH, HOME } = process.env
/** An environment without the npm settings of the caller, and without the Node options of the test processes. */
const env = { PATH, HOME, npm_config_update_notifier: 'false' }

const run = async (cwd: string, program: string, ...given: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, given, { cwd, env }).catch(({ stdout, stderr }) =>
    assert.fail(`${stdout}${stderr}`),
  )
  return stdout
}

describe('the package of the client', () => {
  let folder: string
  let installed: string
  let waybill: Waybill
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-package-'))
    installed = join(folder, 'node_modules', NAME)
    waybill = await startWaybill(sqlite)
    await rm(join(CLIENT, 'dist'), { recursive: true, force: true })
    await run(CLIENT, 'npm', 'pack', '--silent', '--pack-destination', folder)
    const [tarball] = await readdir(folder)
    await writeFile(join(folder, 'package.json'), '{ "private": true }')
    await run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
  })
  after(async () => {
    await waybill.close()
    await rm(folder, { recursive: true })
  })

  it('is built by npm pack, and carries the licence', async () => {
    assert.equal(await readFile(join(installed, 'LICENSE'), 'utf8'), await readFile(join(ROOT, 'LICENSE'), 'utf8'))
    assert.deepEqual((await readdir(installed)).sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
  })

  it('is what the server offers at /client.tgz', async () => {
    const { status, headers } = await fetch(`${waybill.url}/client.tgz`)
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/gzip'])
    const other = join(folder, 'other')
    await mkdir(other)
    await writeFile(join(other, 'package.json'), '{ "private": true }')
    await run(other, 'npm', 'install', '--no-audit', '--no-fund', `${waybill.url}/client.tgz`)
    const read = (dir: string, file: string): Promise<string> => readFile(join(dir, 'dist', file), 'utf8')
    for (const file of ['index.js', 'generated.js', 'cjs/generated.d.ts', 'cjs/send.js'])
      assert.equal(await read(join(other, 'node_modules', NAME), file), await read(installed, file), file)
  })

  const TRY = `const client = createClient({ baseUrl: process.argv[2], apiKey: process.argv[3] })
const failed = async () => (await client.getQuote('pq_none').catch((error) => error)) instanceof WaybillError
client.getTestClock().then(async ({ offset_seconds }) => console.log(offset_seconds, await failed(), typeof verifyWebhook))`

  for (const [way, file, head] of [
    ['required', 'required.cjs', `const { createClient, verifyWebhook, WaybillError } = require('${NAME}')`],
    ['imported', 'imported.mjs', `import { createClient, verifyWebhook, WaybillError } from '${NAME}'`],
  ] as const)
    it(`works when it is ${way}`, async () => {
      await writeFile(join(folder, file), `${head}\n${TRY}`)
      // Simulates older versions of Node, which have neither require(ESM) nor type stripping.
      const { testKey } = await waybill.newTenant()
      assert.equal(
        await run(folder, process.execPath, '--no-require-module', '--no-strip-types', file, waybill.url, testKey),
        '0 true function\n',
      )
    })

  const COMPILERS = [
    ['nodenext', 'nodenext', 'module'],
    ['nodenext', 'nodenext', 'commonjs'],
    ['esnext', 'bundler', 'module'],
    ['commonjs', 'bundler', 'commonjs'],
  ] as const
  // Compiling with one setting takes seconds, so only two settings run outside a soak test. They cover both module formats and both ways of
  // module resolution.
  for (const [module, resolution, type] of process.env.SOAK ? COMPILERS : [COMPILERS[1], COMPILERS[2]])
    it(`has types for moduleResolution ${resolution} and module ${module}, in a package of type ${type}`, async () => {
      const dir = join(folder, `${module}-${resolution}-${type}`)
      await mkdir(dir)
      await writeFile(join(dir, 'package.json'), JSON.stringify({ type }))
      const compilerOptions = { module, moduleResolution: resolution, strict: true, noEmit: true, types: [], lib: ['es2022', 'dom'] }
      await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
      const program = `import { createClient, type Quote } from '${NAME}'
export const read = (id: string): Promise<Quote> => createClient({ baseUrl: '', apiKey: '' }).getQuote(id)
// @ts-expect-error: an id is text
export const wrong = createClient({ baseUrl: '', apiKey: '' }).getQuote(7)
`
      await writeFile(join(dir, 'program.ts'), program)
      await run(dir, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir)
    })

  // Checks the files directly, because the installed compiler no longer supports node10 resolution. That resolution reads only `main` and
  // `types`.
  it('has types for moduleResolution node10: a main file, and declarations that import files with the suffix .js', async () => {
    const { main, types } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { main: string; types: string }
    assert.deepEqual([main, types], ['./dist/cjs/index.js', './dist/cjs/index.d.ts'])
    for (const name of await readdir(join(installed, 'dist'), { recursive: true })) {
      if (!name.endsWith('.d.ts')) continue
      const file = join(installed, 'dist', name)
      for (const [, from] of (await readFile(file, 'utf8')).matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)) {
        assert.match(from!, /^\.\/\w+\.js$/, name)
        assert.ok(
          existsSync(join(dirname(file), from!)) && existsSync(join(dirname(file), from!.replace('.js', '.d.ts'))),
          `${name}: ${from}`,
        )
      }
    }
  })
})
