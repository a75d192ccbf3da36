// Groups test files into shared processes, because loading the sources takes longer than most files.

import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each group gets every n-th file, so that no process gets only long files. */
export const inGroups = (files: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, group) => files.filter((_file, index) => index % count === group))

/** The name of a suite of contract tests whose calls go through the client. */
export const throughClient = (file: string): string => `${file} through the client`

/** Writes a test file in which each file of the group is a suite with its own hooks. All suites are declared before the first one runs. */
export const writeGroup = async (root: string, files: readonly string[], path: string, isThroughClient = false): Promise<string> => {
  const suites = files.map((file) => {
    const url = pathToFileURL(resolve(root, file)).href
    return `describe(${JSON.stringify(isThroughClient ? throughClient(file) : file)}, () => import(${JSON.stringify(url)}))\n`
  })
  const caller = isThroughClient ? `process.env.TEST_CALLER = 'client'\n` : ''
  await writeFile(path, `import { describe } from 'node:test'\n\n${caller}${suites.join('')}`)
  return path
}
