// Loaded into every test process: one that something keeps alive after its last test fails, and says what.

import { after } from 'node:test'

const PATIENCE_MS = 20_000

after(() => {
  const complain = () => {
    console.error(`Something was left open after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  // Fires only while something else keeps the process alive.
  setTimeout(complain, PATIENCE_MS).unref()
})
