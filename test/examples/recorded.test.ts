// The example answers of the API document are those that the server gives.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { RECORDED, recordExamples } from './record.ts'

describe('the recorded examples', () => {
  it('are those of a run today: npm run docs:examples records no other', async () => {
    assert.deepEqual(JSON.parse(await readFile(RECORDED, 'utf8')), await recordExamples())
  })
})
