// Runs test files with one source file replaced, and stops at the first failure: exit code 0 when all pass, 1 when one fails.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'

/** The arguments are the file to replace and the test files. The new text of the file comes on standard input. */
const [mutated = '', ...files] = process.argv.slice(2)
const text = readFileSync(0, 'utf8')
const url = pathToFileURL(mutated).href

registerHooks({
  load: (loaded, context, nextLoad) =>
    loaded === url ? { format: 'module-typescript', source: text, shortCircuit: true } : nextLoad(loaded, context),
})
// Property tests use the same examples every time. They do not look for a smaller failing example, because only the failure itself counts.
fc.configureGlobal({ seed: 1, endOnFailure: true })

/** Each API test exists for both database engines. SQLite alone is enough here. */
const testNamePatterns = files.some((file) => file.includes('/test/api/')) ? [/on sqlite/] : [/./]

const events = run({ files, isolation: 'none', concurrency: false, testNamePatterns })
events.on('test:fail', () => process.exit(1))
events.resume()
