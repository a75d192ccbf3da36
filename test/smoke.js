// Starts Waybill as a new user does, calls it, and stops it: `npm start`, one quote, SIGTERM.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Time limit of the first start. This start also builds the console, possibly on a busy machine. */
const READY_MS = 120_000
const data = mkdtempSync(join(tmpdir(), 'waybill-smoke-'))
const env = { ...process.env, PORT: '0', WAYBILL_DATA: data }
// Starts the server in its own process group. Signals go to the whole group, because npm 9 and 10 do not pass a signal on to the server.
const server = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })

let printed = ''
const ready = new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error(`not ready within ${READY_MS} ms; it printed: ${printed}`)), READY_MS)
  server.stdout.on('data', (chunk) => {
    printed += chunk
    if (!printed.includes('/reference')) return
    clearTimeout(timer)
    resolve()
  })
  server.on('exit', (code) => reject(new Error(`npm start ended with ${code}: ${printed}`)))
})

const expect = (what, isTrue) => {
  if (!isTrue) throw new Error(`smoke test failed: ${what}`)
  console.log(`ok  ${what}`)
}

try {
  await ready
  const url = /Waybill is ready at (\S+)/.exec(printed)[1]
  const key = /wb_test_\S+/.exec(printed)[0]
  const body = /-d '(.*)'/.exec(printed)[1]
  expect('it is healthy', (await fetch(`${url}/readyz`)).status === 200)
  const answer = await fetch(`${url}/v1/parcel_quotes`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body,
  })
  const quote = await answer.json()
  expect(
    'the curl line that it prints makes a quote',
    answer.status === 201 && quote.status === 'pending' && quote.estimated_price === 700000,
  )
  expect('the reference is served', (await fetch(`${url}/reference`)).status === 200)
  const page = await fetch(`${url}/console`)
  expect('the console is built and served', page.status === 200 && (await page.text()).includes('<script'))
  const ended = new Promise((resolve) => server.on('exit', (code, signal) => resolve(code ?? signal)))
  process.kill(-server.pid, 'SIGTERM')
  expect('SIGTERM ends it with 0', (await ended) === 0)
} finally {
  if (server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
  rmSync(data, { recursive: true, force: true })
}
