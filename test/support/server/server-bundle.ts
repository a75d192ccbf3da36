// Bundles the sources into a few JavaScript files, so that processes started by tests load faster. If a source changes, the bundle is built again.

import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The cache lies in node_modules. From there, a bundle can import the packages that are not part of the bundle. */
const CACHE = join(ROOT, 'node_modules/.cache')
const KEPT_MS = 24 * 60 * 60 * 1000
const ENTRIES = {
  waybill: 'bin/waybill.js',
  'server-child': 'test/support/simulation/server-child.ts',
  'store-child': 'test/support/engine/store-child.ts',
}
/** Packages that are not bundled, because they read files from their own folder or start threads from such files. */
const OUTSIDE = ['sharp', '@hyzyla/pdfium', '@scalar/fastify-api-reference', 'pino', 'pg-native']

/**
 * Replaces `import.meta.dirname` and `import.meta.url` with the original location of each source file. The bundled code then still finds
 * its files.
 */
const originalPlaces: Plugin = {
  name: 'original-places',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(join(ROOT, 'src')) && code.includes('import.meta')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}

/**
 * Each key names a file that holds the listed modules and their imports. A shared module is only in the first file that needs it.
 * `src/main.ts` is not listed, because it waits while it imports a command.
 */
const LOADED_TOGETHER: Readonly<Record<string, readonly string[]>> = {
  line: ['src/commands/output.ts', 'src/domain/values/errors.ts', 'src/platform/engine/db.ts', 'src/settings.ts', 'src/version.ts'],
  store: ['src/commands/with-store.ts', 'src/commands/audit.ts', 'src/commands/doctor.ts', 'src/platform/engine/sqlite/sqlite.ts'],
  server: ['src/commands/serve.ts'],
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const filesOf = (graph: Graph): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  const add = (id: string, file: string): void => {
    if (files.has(id)) return
    files.set(id, file)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(imported, file)
  }
  for (const [file, modules] of Object.entries(LOADED_TOGETHER)) for (const module of modules) add(join(ROOT, module), file)
  return files
}

const groupsOfModules = () => {
  let files: ReadonlyMap<string, string> | undefined
  const fileOf = (id: string, graph: Graph): string | undefined => {
    files ??= filesOf(graph)
    return files.get(id)
  }
  return Object.keys(LOADED_TOGETHER).map((file, index, all) => ({
    priority: all.length - index,
    name: (id: string, graph: Graph) => (fileOf(id, graph) === file ? file : null),
  }))
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
      rolldownOptions: {
        input: ENTRIES,
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          codeSplitting: { groups: groupsOfModules() },
        },
      },
    },
  })
}

/** Deletes bundles older than a day. Newer bundles are kept, because a running test may still load from them. */
const removeOld = async (): Promise<void> => {
  const old = globSync(join(CACHE, 'test-server-*')).filter((path) => statSync(path).mtimeMs < Date.now() - KEPT_MS)
  await Promise.all(old.map((path) => rm(path, { recursive: true, force: true })))
}

const provideBundle = async (): Promise<string> => {
  const found = globSync('{src,tools}/**/*.ts', { cwd: ROOT }).sort()
  const sources = [...found, ...Object.values(ENTRIES), 'package-lock.json', import.meta.filename]
  const state = hash('sha256', sources.map((file) => readFileSync(resolve(ROOT, file), 'utf8')).join('\0')).slice(0, 16)
  const directory = join(CACHE, `test-server-${state}`)
  if (existsSync(directory)) return directory
  // The bundle is built under a temporary name, because other test processes may build the same bundle.
  const unfinished = `${directory}.${process.pid}`
  await Promise.all([removeOld(), buildInto(unfinished)])
  await rename(unfinished, directory).catch(() => rm(unfinished, { recursive: true }))
  return directory
}

let provided: Promise<string> | undefined

export const bundled = async (entry: keyof typeof ENTRIES): Promise<string> => {
  provided ??= provideBundle()
  return join(await provided, `${entry}.mjs`)
}
