// Starts Waybill on the pinned Node, whichever Node (18 or later) runs this file.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 26
const fileAt = (path) => fileURLToPath(new URL(path, import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  const [{ enableCompileCache }, { setFlagsFromString }] = await Promise.all([import('node:module'), import('node:v8')])
  enableCompileCache()
  // Under load V8 mistakes waiting requests for long-lived objects, and from then on allocates such objects as old. Each keeps its whole
  // request in memory until the next full garbage collection, so a server that was once busy would stay slow.
  setFlagsFromString('--no-allocation-site-pretenuring')
  await import('../src/main.ts')
} else {
  const child = spawn('sh', [fileAt('./node'), fileAt('./waybill.js'), ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C signals the whole process group, so the child receives the signal twice. It stops once.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
