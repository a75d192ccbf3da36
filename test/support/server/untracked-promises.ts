// Loaded into every test process: once all tests are declared, ends the runner's tracking of promises, which makes them slow.

import { createHook } from 'node:async_hooks'
import { beforeEach } from 'node:test'

type Hook = ReturnType<typeof createHook>

/** Hooks by which the runner tracks promises, to know the suite of a test and the test of an uncaught error. */
const tracking: Hook[] = []
const prototype: Hook = Object.getPrototypeOf(createHook({}))
const { enable } = prototype
prototype.enable = function (this: Hook) {
  tracking.push(this)
  return enable.call(this)
}

// The first test runs after all tests are declared. From then on the hooks are not needed.
beforeEach(() => {
  for (const hook of tracking.splice(0)) hook.disable()
})

// An uncaught error still fails the file, but the runner no longer says where it was thrown.
process.on('uncaughtExceptionMonitor', (error) => console.error(error))
process.on('unhandledRejection', (error) => console.error(error))
