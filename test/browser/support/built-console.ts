// The console built from the current sources: the installed build if it is up to date, else a new one.

import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { CONSOLE_DIR } from '../../../src/http/console.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

export const builtConsole = async (): Promise<string> => {
  const sources = [...globSync('console/**/*.{ts,tsx,css,html,svg,json}', { cwd: ROOT }).sort(), 'package-lock.json'].map((file) =>
    join(ROOT, file),
  )
  const index = join(CONSOLE_DIR, 'index.html')
  const newestMs = Math.max(...sources.map((file) => statSync(file).mtimeMs))
  if (existsSync(index) && statSync(index).mtimeMs > newestMs) return CONSOLE_DIR
  const state = hash('sha256', sources.map((file) => readFileSync(file, 'utf8')).join('\0')).slice(0, 16)
  const dir = join(tmpdir(), `waybill-console-${state}`)
  if (existsSync(dir)) return dir
  // Built under a temporary name, because other test processes may build the same console.
  const unfinished = `${dir}.${process.pid}`
  await build({ configFile: join(ROOT, 'console/vite.config.ts'), build: { outDir: unfinished } })
  await rename(unfinished, dir).catch(() => rm(unfinished, { recursive: true }))
  return dir
}
