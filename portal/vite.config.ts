// Builds the portal into dist/portal: precompressed files with hashed names, and no inlined assets.

import { defineConfig } from 'vite'
import { pagesAt } from '../web/build.ts'

/** Modules used by at least this many pages go into one shared file. */
const SHARED_BY_PAGES = 4

export default defineConfig(
  pagesAt('portal', import.meta.dirname, [
    // npm packages are built into files of their own, which stay in the browser's cache when only our code changes.
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
    },
    { name: 'shared', minShareCount: SHARED_BY_PAGES },
  ]),
)
