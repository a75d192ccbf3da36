// Builds the console into dist/console: precompressed files with hashed names, no inlined assets, and a service worker.

import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { pagesAt } from '../web/build.ts'

/** Files loaded on demand, which the service worker does not cache: the barcode decoder and the Chinese texts. */
const ON_DEMAND = /\.wasm$|\/(reader|chinese)-/
/**
 * Modules used by at least this many pages go into one shared file. A lower number makes the first page load more code; a higher number
 * makes it load more files.
 */
const SHARED_BY_PAGES = 5
const WORKER = 'service-worker.js'
const RELEASE_CHARS = 16

/**
 * Builds the service worker at a fixed URL. The worker's code begins with the hash and file list of the release, so each release makes
 * browsers install a new worker.
 */
const serviceWorker = (): Plugin => ({
  name: 'waybill-service-worker',
  apply: 'build',
  // Runs this plugin after Vite's plugin that creates index.html.
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

export default defineConfig(
  pagesAt(
    'console',
    import.meta.dirname,
    [
      // npm packages are built into files of their own, which stay in the browser's cache when only our code changes.
      {
        name: 'react',
        test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
      },
      { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/ },
      // Without this group, every page would load about thirty small files.
      { name: 'shared', minShareCount: SHARED_BY_PAGES },
    ],
    [serviceWorker()],
  ),
)
