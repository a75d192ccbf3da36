// Requests with an Idempotency-Key, and checks of replayed responses.

import assert from 'node:assert/strict'
import type { Answer, CallOptions } from '../server/waybill.ts'

export const newKey = (): string => `key-${crypto.randomUUID()}`

export const withKey = (key: string, more: CallOptions = {}): CallOptions => ({
  ...more,
  headers: { ...more.headers, 'idempotency-key': key },
})

export const assertReplayed = (again: Answer, first: Answer): void => {
  assert.equal(again.headers.get('idempotent-replayed'), 'true', again.text)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.deepEqual([again.status, again.text], [first.status, first.text])
  assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
}
