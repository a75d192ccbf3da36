// How the pages of the console and of the portal are built: hashed and precompressed files, nothing inline.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { BuildOptions, Plugin, PluginOption, UserConfig } from 'vite'

type Group = { name: string; test?: RegExp; minShareCount?: number }

const COMPRESSIBLE = /\.(js|css|svg|wasm)$/
/** The highest quality: files are 5 % smaller than with quality 9, and the build takes a few seconds longer. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Writes a .br and a .gz file beside each compressible asset, because the server does not compress assets itself. */
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

/** `groups`: each group of modules is built into one file. */
export const pagesAt = (name: string, root: string, groups: Group[], plugins: PluginOption[] = []): UserConfig => ({
  root,
  base: `/${name}/`,
  logLevel: 'warn',
  plugins: [react(), compressed(), ...plugins],
  build: {
    outDir: resolve(root, '../dist', name),
    emptyOutDir: true,
    target: 'es2023',
    // Inlined assets would require the content security policy to allow `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Turns off the warning that the compression plugin takes most of the build time.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups } },
    },
  } satisfies BuildOptions,
})
