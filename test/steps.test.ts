// Every test file runs in exactly one of: `npm test`, the stories, the soak-only stories. Files with larger tests for the soak also run in the soak.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { filesOf, HAS_SOAK_SIZE, ROOT, STORIES_IN_NPM_TEST, STORIES_IN_SOAK } from './steps.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

describe('the steps of the tests', () => {
  it('have every test file of the checkout, each in one of the two that run for every commit, or with a smaller test in the soak', async () => {
    const inSteps = [...(await filesOf('test')), ...(await filesOf('stories')), ...Object.keys(STORIES_IN_SOAK)]
    const isOurs = (name: string) => !['node_modules', 'dist', 'data', '.git'].includes(name)
    const existing = globSync('**/*.{test,spec}.*', { cwd: ROOT, exclude: (name) => !isOurs(name) })
    assert.deepEqual(inSteps.sort(), existing.sort())
  })

  it('run one after the other in .ci/run', () => {
    const { scripts } = JSON.parse(read('package.json'))
    assert.match(scripts.test, /test\/run\.ts$/)
    assert.match(scripts['test:stories'], /test\/run\.ts --stories$/)
    assert.match(read('.ci/run'), /^npm test$[\s\S]+^npm run (--silent )?test:stories$/m)
  })

  it('name only stories and smaller tests that exist, and run every story in the soak', async () => {
    const named = [...Object.keys(STORIES_IN_NPM_TEST), ...Object.keys(STORIES_IN_SOAK)]
    const inSoak = new Set(await filesOf('soak'))
    assert.deepEqual(
      named.filter((file) => !inSoak.has(file)),
      [],
    )
    assert.deepEqual(
      Object.values(STORIES_IN_SOAK).filter((file) => !existsSync(join(ROOT, file)) || file in STORIES_IN_SOAK),
      [],
    )
  })

  it('leave every test that starts servers to the stories', () => {
    const starting = globSync(['{src,tools}/**/*.test.ts', 'test/api/**/*.test.ts'], { cwd: ROOT })
    assert.deepEqual(
      starting.filter((file) => /\b(?:startServerProcess|startPair)\b/.test(read(file))),
      [],
    )
  })

  it('find each file with a larger size: all support that reads SOAK is known by its name, or belongs to the stories', () => {
    const support = globSync('{src,tools,test,console,client}/**/*.ts', { cwd: ROOT })
      .filter((file) => !/\.test\.ts$|node_modules/.test(file) && /process\.env\.SOAK\b/.test(read(file)))
      .filter((file) => !/^test\/(run|browser\/support\/.+|mutation\/.+|support\/simulation\/.+)\.ts$/.test(file))
    const unknown = support.filter((file) => !exportsOf(read(file)).some((name) => HAS_SOAK_SIZE.test(name)))
    assert.deepEqual(unknown, [])
  })
})

const exportsOf = (text: string): string[] => [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
