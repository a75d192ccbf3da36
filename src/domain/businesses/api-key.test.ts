// API keys: their form, and which demo keys are accepted.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiKey, isDemoKey } from './api-key.ts'

describe('API keys', () => {
  it('name their mode and carry at least 160 bits', () => {
    const random = new Uint8Array(20).fill(0xff)
    assert.equal(apiKey('test', random), `wb_test_${'v'.repeat(32)}`)
    assert.equal(apiKey('live', new Uint8Array(20)), `wb_live_${'0'.repeat(32)}`)
    assert.throws(() => apiKey('live', new Uint8Array(19)), RangeError)
  })

  const demoKeys: [string, boolean][] = [
    [`wb_test_${'a'.repeat(16)}`, true],
    [`wb_test_${'a'.repeat(15)}`, false],
    [`wb_test_${'a'.repeat(120)}`, true],
    [`wb_test_${'a'.repeat(121)}`, false],
    ['wb_test_demo-Key_0123456789', true],
    [`wb_live_${'a'.repeat(16)}`, false],
    [`wb_test_${'a'.repeat(16)}\n`, false],
    [`wb_test_${'a'.repeat(16)}/`, false],
    [` wb_test_${'a'.repeat(16)}`, false],
    ['', false],
  ]
  for (const [text, good] of demoKeys) {
    it(`${good ? 'accept' : 'refuse'} a demonstration key like ${JSON.stringify(text.slice(0, 30))} of ${text.length} characters`, () => {
      assert.equal(isDemoKey('test', text), good)
    })
  }
})
