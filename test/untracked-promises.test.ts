// Test processes do not track promises, and still fail on uncaught errors.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { it } from 'node:test'

const PRELOADED = resolve(import.meta.dirname, 'support/server/untracked-promises.ts')

const FIXTURE = `
import { executionAsyncId } from 'node:async_hooks'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
describe('declared', async () => {
  await sleep(1)
  describe('later', () => {
    it('runs', async () => {
      await null
      console.log('tracked as ' + executionAsyncId())
    })
    it('throws late', async () => {
      setTimeout(() => { throw new Error('nobody caught this') }, 1)
      await sleep(20)
    })
  })
})
`

it('a process knows the suites of its tests, tracks no promise, and fails with the stack of an uncaught error', () => {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-test-'))
  const file = join(directory, 'late.test.mjs')
  writeFileSync(file, FIXTURE)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', PRELOADED, '--test-reporter', 'spec', file], {
    env,
    encoding: 'utf8',
  })
  rmSync(directory, { recursive: true })
  assert.equal(status, 1)
  assert.match(stdout, /▶ declared\n {2}▶ later\n {4}✔ runs/)
  assert.match(stdout, /^tracked as 0$/m)
  assert.match(stderr, /Error: nobody caught this\n\s+at .*late\.test\.mjs/)
})
