// The sources as a few JavaScript files, made once for each state of them: a process that tests start loads these in half the time.

import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Beside the packages, so that those which stay outside the bundle are found from there. */
const CACHE = join(ROOT, 'node_modules/.cache')
const KEPT_MS = 24 * 60 * 60 * 1000
const ENTRIES = {
  waybill: 'bin/waybill.js',
  'server-child': 'test/support/simulation/server-child.ts',
  'store-child': 'test/support/engine/store-child.ts',
}
/** They read files of their own package, or start threads from there. */
const OUTSIDE = ['sharp', '@hyzyla/pdfium', '@scalar/fastify-api-reference', 'pino', 'pg-native']
const PRELOAD = join(ROOT, 'src/preload.ts')
/** A server loads the rest of its code after the start, which takes as long as the start itself; in tests, only what they use. */
const NO_PRELOAD = 'export const preload = async () => false'

/** Files are found where they are without the bundle. */
const originalPlaces: Plugin = {
  name: 'original-places',
  enforce: 'pre',
  load: (id) => (id === PRELOAD ? NO_PRELOAD : null),
  transform: (code, id) =>
    id.startsWith(join(ROOT, 'src')) && code.includes('import.meta')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

const buildInto = async (directory: string): Promise<void> => {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [originalPlaces],
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: true,
      outDir: directory,
      target: 'esnext',
      rolldownOptions: { input: ENTRIES, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
}

/** A run that has begun still loads from the bundle it began with. */
const removeOld = async (): Promise<void> => {
  const old = globSync(join(CACHE, 'test-server-*')).filter((path) => statSync(path).mtimeMs < Date.now() - KEPT_MS)
  await Promise.all(old.map((path) => rm(path, { recursive: true, force: true })))
}

const provideBundle = async (): Promise<string> => {
  const sources = [...globSync('src/**/*.ts', { cwd: ROOT }).sort(), ...Object.values(ENTRIES), 'package-lock.json']
  const state = hash('sha256', sources.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\0')).slice(0, 16)
  const directory = join(CACHE, `test-server-${state}`)
  if (existsSync(directory)) return directory
  // Under a name of its own until it is complete: other test processes may want the same.
  const unfinished = `${directory}.${process.pid}`
  await Promise.all([removeOld(), buildInto(unfinished)])
  await rename(unfinished, directory).catch(() => rm(unfinished, { recursive: true }))
  return directory
}

let provided: Promise<string> | undefined

/** The path of the bundled program. */
export const bundled = async (entry: keyof typeof ENTRIES): Promise<string> => {
  provided ??= provideBundle()
  return join(await provided, `${entry}.mjs`)
}
