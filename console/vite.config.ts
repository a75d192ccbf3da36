// Builds the console into dist/console: hashed files, each compressed beforehand, nothing inline.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const ROOT = import.meta.dirname
const COMPRESSIBLE = /\.(js|css|svg)$/
/** The best, 11, takes five seconds for a twentieth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Beside every file its .br and .gz: the server compresses nothing itself. */
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

export default defineConfig({
  root: ROOT,
  base: '/console/',
  logLevel: 'warn',
  plugins: [react(), compressed()],
  build: {
    outDir: resolve(ROOT, '../dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would be one more thing for the content security policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What changes with the packages stays cached while our pages change.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
            },
            { name: 'uplot', test: /node_modules[\\/]uplot[\\/]/ },
          ],
        },
      },
    },
  },
})
