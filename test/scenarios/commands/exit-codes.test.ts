// If a restart cannot fix the cause of a failed start, the server exits with code 2, which tells a service manager not to retry.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { openDb } from '../../../src/platform/engine/open.ts'
import { storesAt } from '../../support/engine/memory.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { hostedCommand, waybillCommand } from '../../support/server/command-line.ts'

const QUIET = { WAYBILL_DEMO: '0', WAYBILL_LOG_LEVEL: 'silent' }
const UNKNOWN_HOST = 'no-such-host.invalid'

let directory: string
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
})
after(() => rm(directory, { recursive: true }))

const newDir = (): Promise<string> => mkdtemp(join(directory, 'data-'))

const refused: [what: string, settings: () => Promise<Record<string, string>>, problem: RegExp][] = [
  [
    'a secret key that is not the store’s',
    async () => {
      const dataDir = await newDir()
      const created = await hostedCommand(['business', 'create', '--name', 'Kano', '--prefix', 'KAN'], { WAYBILL_DATA: dataDir })
      assert.equal(created.code, 0, created.err)
      return { WAYBILL_DATA: dataDir, WAYBILL_SECRET_KEY: 'k'.repeat(43) }
    },
    /^The secrets in this store are under key/,
  ],
  [
    'an empty store file',
    async () => {
      const dataDir = await newDir()
      await writeFile(join(dataDir, 'waybill.db'), '')
      return { WAYBILL_DATA: dataDir }
    },
    /waybill\.db is empty: what it held is gone/,
  ],
  [
    'a key file without a key',
    async () => {
      const dataDir = await newDir()
      await (await openDb({ dataDir })).close()
      await writeFile(join(dataDir, 'secret.key'), '\n')
      return { WAYBILL_DATA: dataDir }
    },
    /secret\.key holds no key/,
  ],
  [
    'a key file whose store is gone',
    async () => {
      const dataDir = await newDir()
      await (await openDb({ dataDir })).close()
      await rm(join(dataDir, 'waybill.db'))
      return { WAYBILL_DATA: dataDir }
    },
    /waybill\.db is missing, but .*secret\.key is there/,
  ],
  [
    'a data directory that is a file',
    async () => {
      const file = join(await newDir(), 'file')
      await writeFile(file, '')
      return { WAYBILL_DATA: file }
    },
    /^WAYBILL_DATA: .*file cannot be used as a directory \(EEXIST\)\.$/,
  ],
  [
    'a data directory below a file',
    async () => ({ WAYBILL_DATA: '/dev/null/data' }),
    /^WAYBILL_DATA: \/dev\/null\/data cannot be used as a directory \(ENOTDIR\)\.$/,
  ],
  [
    'an unknown host',
    async () => ({ WAYBILL_DATA: await newDir(), HOST: UNKNOWN_HOST }),
    /^HOST must be .* nobody knows "no-such-host\.invalid"/,
  ],
]
for (const [what, settings, problem] of refused) {
  it(`a start fails with code 2: ${what}`, async () => {
    const { code, out, err } = await hostedCommand(['serve'], { ...(await settings()), ...QUIET })
    assert.deepEqual([code, out], [2, ''], err)
    assert.match(err, problem)
    assert.equal(err.split('\n').length, 1, err)
  })
}

it('a start of several workers fails with code 2, and none of them stays', async () => {
  for (const metrics of [{}, { WAYBILL_METRICS_PORT: '0' }]) {
    const settings = { WAYBILL_DATA: await newDir(), HOST: UNKNOWN_HOST, ...metrics, ...QUIET }
    const { code, err } = await waybillCommand(['serve', '--workers', '2'], settings)
    assert.equal(code, 2, err)
  }
})

it('a port in use ends several workers and their parent with code 1, also the port of the metrics', IN_SOAK, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const settings = { WAYBILL_DATA: await newDir(), PORT: String(port), WAYBILL_METRICS_PORT: '0', ...QUIET }
  const { code, err } = await waybillCommand(['serve', '--workers', '2'], settings)
  other.close()
  assert.equal(code, 1, err)
})

it('an unknown option is code 2', async () => {
  const { code, out, err } = await waybillCommand(['serve', '--wrokers', '2'], { WAYBILL_DATA: await newDir(), ...QUIET })
  assert.deepEqual([code, out], [2, ''], err)
  assert.match(err, /unknown option '--wrokers'/)
})

it('other commands than serve name an unknown setting, and do their work', async () => {
  const settings = { WAYBILL_DATA: await newDir(), WAYBILL_DTA: '/tmp/x', ...QUIET }
  const { code, err } = await hostedCommand(['business', 'create', '--name', 'Kano', '--prefix', 'KAN'], settings)
  assert.equal(code, 0, err)
  assert.match(err, /Note: WAYBILL_DTA is not a known setting; did you mean WAYBILL_DATA\?/)
})
