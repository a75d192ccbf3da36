// Loaded into every test process: ends the process if its runner was killed.

const LOOK_EVERY_MS = 1_000

const runner = process.ppid
const look = () => {
  if (process.ppid === runner) return
  console.error('The test runner is gone.')
  process.exit(1)
}
// The timer does not keep the process alive.
setInterval(look, LOOK_EVERY_MS).unref()
