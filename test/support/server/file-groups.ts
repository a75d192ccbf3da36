// Groups test files into shared processes, because loading the sources takes longer than running most test files.

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Starting a server takes about as long as running a test file of this many characters. */
const START_CHARACTERS = 2_000
/** The running time of a test file without a store, as a fraction of that of a file of the same size with one store. */
const WITHOUT_STORE = 0.15

/** Estimates how long a file runs by its length, and by the number of engines on which its tests run. */
const sizeOf = (text: string): number => {
  const stores = !text.includes("/engines.ts'") ? WITHOUT_STORE : text.includes('forEachEngine') ? 2 : 1
  return (text.length + START_CHARACTERS) * stores
}

/**
 * Divides the files into groups that take about the same time. The files are sorted by size, and each goes to the group with the smallest
 * total so far.
 */
export const inGroups = (root: string, files: readonly string[], count: number): string[][] => {
  const groups = Array.from({ length: count }, () => ({ files: [] as string[], size: 0 }))
  const sized = files.map((file) => ({ file, size: sizeOf(readFileSync(resolve(root, file), 'utf8')) }))
  for (const { file, size } of sized.toSorted((one, other) => other.size - one.size)) {
    const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least))
    smallest.files.push(file)
    smallest.size += size
  }
  return groups.map((group) => group.files)
}

/** The name of a suite of contract tests whose calls go through the client. */
export const throughClient = (file: string): string => `${file} through the client`

/**
 * Writes a test file in which each file of the group is a suite with its own hooks. The files are imported one after the other, so that
 * each declares its tests in its own suite.
 */
export const writeGroup = async (root: string, files: readonly string[], path: string, isThroughClient = false): Promise<string> => {
  const suites = files.map((file) => {
    const url = pathToFileURL(resolve(root, file)).href
    return `declare(${JSON.stringify(isThroughClient ? throughClient(file) : file)}, ${JSON.stringify(url)})\n`
  })
  const caller = isThroughClient ? `process.env.TEST_CALLER = 'client'\n` : ''
  await writeFile(path, `${DECLARE}\n${caller}${suites.join('')}`)
  return path
}

const DECLARE = `import { AsyncResource } from 'node:async_hooks'
import { describe } from 'node:test'

let imported = Promise.resolve()
const declare = (name, url) => describe(name, () => (imported = imported.then(AsyncResource.bind(() => import(url)))))
`
