// Builds the portal into dist/portal: hashed and precompressed files, nothing inline.

import { defineConfig } from 'vite'
import { pagesAt } from '../web/build.ts'

/** Modules used by this many pages are in one shared file. */
const SHARED_BY_PAGES = 4

export default defineConfig(
  pagesAt('portal', import.meta.dirname, [
    // Packages stay cached while our own code changes.
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)[\\/]/,
    },
    { name: 'shared', minShareCount: SHARED_BY_PAGES },
  ]),
)
