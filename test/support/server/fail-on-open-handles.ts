// Loaded into every test process: the process fails, with the reason, if something keeps it alive after its last test.

import { after } from 'node:test'

const WAIT_MAX_MS = 20_000

after(() => {
  const complain = () => {
    console.error(`Something was left open after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  // Fires only while something else keeps the process alive.
  setTimeout(complain, WAIT_MAX_MS).unref()
})
