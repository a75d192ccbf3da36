// Starts Waybill. A Node older than 26 (but at least 18) runs this file again with the project's own Node.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 26
const fileAt = (path) => fileURLToPath(new URL(path, import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  const [{ enableCompileCache }, { setFlagsFromString }] = await Promise.all([import('node:module'), import('node:v8')])
  enableCompileCache()
  // Under load, V8 mistakes the objects of waiting requests for long-lived ones and allocates them in its old generation. Each object then
  // keeps a whole request in memory until the next full garbage collection. Without this flag, a server stays slow after a busy period.
  setFlagsFromString('--no-allocation-site-pretenuring')
  await import('../src/main.ts')
} else {
  const child = spawn('sh', [fileAt('./node'), fileAt('./waybill.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C signals the whole process group, and this process forwards the signal, so the child receives the signal twice. A server ignores
  // the second signal.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
