// The example answers of the API document are real answers of the server.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { RECORDED, recordExamples } from './record.ts'

describe('the recorded examples', () => {
  it('are current: npm run docs:examples records the same', async () => {
    assert.deepEqual(JSON.parse(await readFile(RECORDED, 'utf8')), await recordExamples())
  })
})
