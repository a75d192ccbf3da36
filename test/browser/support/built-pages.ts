// The console and the portal built from the current sources: the installed build if it is up to date, else a new one.

import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { CONSOLE_DIR, PORTAL_DIR } from '../../../src/http/built-pages.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

const builtFrom = async (name: 'console' | 'portal', installed: string): Promise<string> => {
  const found = globSync([`${name}/**/*.{ts,tsx,css,html,svg,json}`, 'web/**/*.ts'], { cwd: ROOT }).sort()
  const sources = [...found, 'client/src/generated.ts', 'package-lock.json'].map((file) => join(ROOT, file))
  const index = join(installed, 'index.html')
  const newestMs = Math.max(...sources.map((file) => statSync(file).mtimeMs))
  if (existsSync(index) && statSync(index).mtimeMs > newestMs) return installed
  const state = hash('sha256', sources.map((file) => readFileSync(file, 'utf8')).join('\0')).slice(0, 16)
  const dir = join(tmpdir(), `waybill-${name}-${state}`)
  if (existsSync(dir)) return dir
  // Builds into a temporary folder first, because another test process may build the same pages at the same time.
  const unfinished = `${dir}.${process.pid}`
  await build({ configFile: join(ROOT, name, 'vite.config.ts'), build: { outDir: unfinished } })
  await rename(unfinished, dir).catch(() => rm(unfinished, { recursive: true }))
  return dir
}

export const builtConsole = (): Promise<string> => builtFrom('console', CONSOLE_DIR)
export const builtPortal = (): Promise<string> => builtFrom('portal', PORTAL_DIR)
