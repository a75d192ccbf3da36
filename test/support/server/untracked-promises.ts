// Preloaded into every test process. Turns off the test runner's tracking of promises once all tests are declared, because tracking is slow.

import { createHook } from 'node:async_hooks'
import { beforeEach } from 'node:test'

type Hook = ReturnType<typeof createHook>

/** The runner's async hooks. The hooks tell the runner which suite a test belongs to, and which test threw an uncaught error. */
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

// Prints uncaught errors. The runner still fails the file, but without its hooks the runner no longer says where the error was thrown.
process.on('uncaughtExceptionMonitor', (error) => console.error(error))
process.on('unhandledRejection', (error) => console.error(error))
