// Which unit tests cover a source file: those that import it, and those that reach it through other files.

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/** Types are gone before anything is loaded. */
const IMPORT = /^(?:import|export)\b(?! type\b)[^'"`;]*?\bfrom '(\.[^']+)'/gm

/** They need no server and no database. */
const UNIT_TESTS = 'src/{domain,flows}/**/*.test.ts'

/** The file's own test, others that import it, and those that reach it through other files: the nearer, the sooner it fails. */
export type Covering = readonly [own: string[], direct: string[], indirect: string[]]

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

  return (file: string): Covering => {
    const covering = tests.filter((test) => reached.get(test)!.has(file))
    const isOwn = (test: string): boolean => basename(test) === basename(file).replace('.ts', '.test.ts')
    const isDirect = (test: string): boolean => importsOf(test).includes(file)
    return [
      covering.filter(isOwn),
      covering.filter((test) => !isOwn(test) && isDirect(test)),
      covering.filter((test) => !isOwn(test) && !isDirect(test)),
    ]
  }
}
