// A test process ends when its runner ends, even if the runner is killed.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'

const PRELOADED = resolve(import.meta.dirname, 'support/server/ends-with-runner.ts')

const RUNNER = `
const { spawn } = require('node:child_process')
const work = 'console.log("works"); setTimeout(() => {}, 30_000)'
spawn(process.execPath, [...process.argv.slice(1), '-e', work], { stdio: 'inherit' })
`

it('a test process whose runner was killed says so and ends', async () => {
  const runner = spawn(process.execPath, ['-e', RUNNER, '--', '--import', PRELOADED], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = text(runner.stderr)
  await once(runner.stdout, 'data')
  runner.kill('SIGKILL')
  // `said` is complete only after the test process has ended too, because that process also holds the stream open.
  assert.equal(await said, 'The test runner is gone.\n')
})
