// Builds the console into dist/console: hashed and precompressed files, nothing inline, and the service worker.

import { hash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const ROOT = import.meta.dirname
const COMPRESSIBLE = /\.(js|css|svg|wasm)$/
/** Files loaded on demand, which the service worker does not cache: the barcode decoder and the Chinese texts. */
const ON_DEMAND = /\.wasm$|\/(reader|chinese)-/
/** Modules used by this many pages are in one shared file. A lower number makes the first page load more code, a higher one more files. */
const SHARED_BY_PAGES = 5
/** Quality 11 would make files 5 % smaller, but take five seconds longer. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes .br and .gz beside every file: the server does not compress assets itself. */
const compressed = (): Plugin => ({
  name: 'waybill-compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    const assets = join(dir!, 'assets')
    const names = (await readdir(assets)).filter((name) => COMPRESSIBLE.test(name))
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(assets, name))
        const [br, gz] = await Promise.all([promisify(brotliCompress)(content, BROTLI), promisify(gzip)(content, { level: 9 })])
        await Promise.all([writeFile(join(assets, `${name}.br`), br), writeFile(join(assets, `${name}.gz`), gz)])
      }),
    )
  },
})

const WORKER = 'service-worker.js'
const RELEASE_CHARS = 16

/** Builds the worker at a fixed URL, with the release's files prepended: a new release is a new worker. */
const serviceWorker = (): Plugin => ({
  name: 'waybill-service-worker',
  apply: 'build',
  // The plugin runs after the one that creates index.html.
  enforce: 'post',
  buildStart() {
    this.emitFile({ type: 'chunk', id: fileURLToPath(new URL('./src/service-worker.ts', import.meta.url)), fileName: WORKER })
  },
  generateBundle(_options, bundle) {
    const [worker, index] = [bundle[WORKER], bundle['index.html']]
    if (worker?.type !== 'chunk' || index?.type !== 'asset') return this.error('the service worker or the page was not built')
    const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !ON_DEMAND.test(name))
    const release = hash('sha256', [...assets.toSorted(), index.source, worker.code].join('\0')).slice(0, RELEASE_CHARS)
    const addresses = assets.map((name) => `/console/${name}`)
    worker.code = `const RELEASE=${JSON.stringify(release)},ASSETS=${JSON.stringify(addresses)};\n${worker.code}`
  },
})

export default defineConfig({
  root: ROOT,
  base: '/console/',
  logLevel: 'warn',
  plugins: [react(), compressed(), serviceWorker()],
  build: {
    outDir: resolve(ROOT, '../dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would need data: URLs in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Turns off a warning: compression takes most of the build time.
      checks: { bundlerTimings: false },
      output: {
        // Packages stay cached while our own code changes.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
            },
            { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/ },
            // Without this group, every page would load some thirty small files.
            { name: 'shared', minShareCount: SHARED_BY_PAGES },
          ],
        },
      },
    },
  },
})
