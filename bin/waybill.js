// Starts Waybill on the Node that it is pinned to, whichever Node was used to start this file.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 26
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  const [{ enableCompileCache }, { setFlagsFromString }] = await Promise.all([import('node:module'), import('node:v8')])
  enableCompileCache()
  // Under load V8 takes what waits for what stays: it makes such objects old from the start, for good, and each holds its whole
  // request in memory until the next full collection. A server that was once busy would be slow from then on.
  setFlagsFromString('--no-allocation-site-pretenuring')
  await import(main)
} else if (existsSync(pinned)) {
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  console.error(`Waybill needs Node ${NODE_MAJOR} or later (this is ${process.version}). Run "npm ci" once: it brings its own.`)
  process.exitCode = 1
}
