// Runs the tests against the mutants of the named domain and flow files, and lists the survivors: `npm run mutants -- pricing storage-fee`.

import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { coveringTests } from './covering-tests.ts'
import { EQUIVALENT_MUTANTS } from './equivalent-mutants.ts'
import { mutantText, runMutants } from './run-mutants.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const names = process.argv.slice(2)
const covering = coveringTests(ROOT)
const files = globSync('src/{domain,flows}/**/*.ts', { cwd: ROOT })
  .filter((file) => names.includes(basename(file, '.ts')))
  .map((file) => resolve(ROOT, file))
  .filter((file) => covering(file).flat().length > 0)
for (const file of files) {
  const { mutants, killed, timedOut, equivalent, survivors, wronglyListed } = await runMutants(file, covering(file), EQUIVALENT_MUTANTS)
  const counts = `${mutants} mutants, ${killed} killed, ${timedOut} timed out, ${equivalent} equivalent, ${survivors.length} survived`
  console.log([`${basename(file)}: ${counts}`, ...survivors.map(mutantText)].join('\n'))
  if (wronglyListed.length > 0) console.log(['Listed as equivalent, yet killed:', ...wronglyListed.map(mutantText)].join('\n'))
}
