// Builds the package into dist: as ES modules, and as CommonJS in dist/cjs. `npm pack` runs this script.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CLIENT = import.meta.dirname
const DIST = join(CLIENT, 'dist')
const CJS = join(DIST, 'cjs')
const TSC = join(CLIENT, '../node_modules/typescript/bin/tsc')

const compile = (dir: string, ...options: string[]): void => {
  execFileSync(process.execPath, [TSC, '-p', CLIENT, '--outDir', dir, ...options], { stdio: 'inherit' })
  // TypeScript rewrites `.ts` imports in the emitted JavaScript, but not in declaration files. Older compilers cannot resolve `.ts` imports
  // there, so this loop changes the imports to `.js`.
  for (const name of readdirSync(dir).filter((each) => each.endsWith('.d.ts'))) {
    const file = join(dir, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
  }
}

rmSync(DIST, { recursive: true, force: true })
compile(DIST)
compile(CJS, '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false')
writeFileSync(join(CJS, 'package.json'), '{ "type": "commonjs" }\n')
