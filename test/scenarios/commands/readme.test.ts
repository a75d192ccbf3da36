// The five commands in the README, run literally: they lead from a git clone to a printed shipping label.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { startServerProcess } from '../../support/server/server-process.ts'

const README = join(import.meta.dirname, '../../..', 'README.md')
const SECTION = /## From a clone to a label.*?\n## /s
const BLOCK = /```sh\n(.*?)```/gs
const KEY = 'wb_test_readmereadmereadmeread'

it('goes from a quote to a printed label and its tracking', {
  skip: spawnSync('curl', ['--version']).error ? 'there is no curl here' : false,
}, async () => {
  const [settings, ...commands] = [...SECTION.exec(readFileSync(README, 'utf8'))![0].matchAll(BLOCK)].map(([, block]) => block!)
  assert.equal(commands.length, 5)
  const folder = mkdtempSync(join(tmpdir(), 'waybill-readme-'))
  const server = await startServerProcess({ WAYBILL_DATA: folder, WAYBILL_DEMO_TEST_KEY: KEY })
  try {
    const script = [settings!.replace('http://127.0.0.1:8080', server.url).replace('wb_test_…', KEY), ...commands].join(
      '\necho "-- next"\n',
    )
    const { stdout, status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 0, stdout)
    const [, quoted, picked, booked, printed, tracked] = stdout.split('-- next\n')
    assert.equal(JSON.parse(quoted!).rates.length, 3)
    assert.match(picked!, /^pq_[0-9a-z]{26} rate_[0-9a-z]{26}\n$/)
    assert.equal(JSON.parse(booked!).status, 'booked')
    assert.match(printed!, /label\.pdf/)
    assert.equal(readFileSync(join(folder, 'label.pdf')).subarray(0, 5).toString(), '%PDF-')
    assert.deepEqual(
      JSON.parse(tracked!).tracking_data.map((step: { status: string }) => step.status),
      ['booked', 'warehouse', 'transit', 'delivered'],
    )
  } finally {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
})
