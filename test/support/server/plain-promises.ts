// Loaded into every test process: ends the runner's tracking of promises, which makes each of them many times slower, once all tests are known.

import { createHook } from 'node:async_hooks'
import { beforeEach } from 'node:test'

type Hook = ReturnType<typeof createHook>

/** The runner follows promises to know which suite a test is declared in, and which test an error belongs to that nobody catches. */
const tracking: Hook[] = []
const prototype: Hook = Object.getPrototypeOf(createHook({}))
const { enable } = prototype
prototype.enable = function (this: Hook) {
  tracking.push(this)
  return enable.call(this)
}

// No test runs before all of them are declared.
beforeEach(() => {
  for (const hook of tracking.splice(0)) hook.disable()
})

// Such an error still fails the file; the runner no longer says where it was thrown.
process.on('uncaughtExceptionMonitor', (error) => console.error(error))
process.on('unhandledRejection', (error) => console.error(error))
