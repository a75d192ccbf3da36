// Finds the tests of a source file: unit tests that import it directly or indirectly, and API tests for some flows.

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { FLOW_TESTS } from './flow-tests.ts'

/** Matches imports, but not type imports, which are removed before anything is loaded. */
const IMPORT = /^(?:import|export)\b(?! type\b)[^'"`;]*?\bfrom '(\.[^']+)'/gm

/** Tests that need neither a server nor a database. */
const UNIT_TESTS = 'src/{domain,flows}/**/*.test.ts'

/** Groups of test files. The most specific tests come first, because they fail soonest. */
export type Covering = readonly string[][]

export const coveringTests = (root: string, pattern = UNIT_TESTS) => {
  const imported = new Map<string, string[]>()
  const importsOf = (file: string): string[] => {
    const known = imported.get(file)
    if (known) return known
    const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path!))
    imported.set(file, found)
    return found
  }
  const reachedFrom = (file: string, reached = new Set<string>()): Set<string> => {
    for (const path of importsOf(file)) {
      if (reached.has(path) || !path.endsWith('.ts')) continue
      reached.add(path)
      reachedFrom(path, reached)
    }
    return reached
  }
  const tests = globSync(pattern, { cwd: root })
    .sort()
    .map((file) => resolve(root, file))
  const reached = new Map(tests.map((test) => [test, reachedFrom(test)]))

  const apiTests = globSync('test/api/**/*.test.ts', { cwd: root }).map((file) => resolve(root, file))
  const apiTest = (name: string): string => {
    const found = apiTests.find((test) => basename(test) === `${name}.test.ts`)
    if (!found) throw new Error(`There is no test of the API named ${name}.`)
    return found
  }

  return (file: string): Covering => {
    const named = file.includes('/flows/') ? FLOW_TESTS[basename(file, '.ts')] : undefined
    const covering = tests.filter((test) => reached.get(test)!.has(file))
    const isOwn = (test: string): boolean => basename(test) === basename(file).replace('.ts', '.test.ts')
    if (named) return [covering.filter(isOwn), ...named.map((name) => [apiTest(name)])]
    const isDirect = (test: string): boolean => importsOf(test).includes(file)
    return [
      covering.filter(isOwn),
      covering.filter((test) => !isOwn(test) && isDirect(test)),
      covering.filter((test) => !isOwn(test) && !isDirect(test)),
    ]
  }
}
