// Texts that ask for no more messages, and texts that do not.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isStop } from './stop-word.ts'

describe('a text', () => {
  for (const text of [
    'STOP',
    ' stop. ',
    'Stop!',
    '“Stop”',
    'STOP ALL',
    'unsubscribe',
    'ARRÊT',
    'arret',
    'ＳＴＯＰ',
    '退订',
    'TD',
    'stop 🛑',
  ])
    it(`"${text}" stops messages`, () => assert.ok(isStop(text)))

  for (const text of ['', 'please stop at the gate', 'stopover', 'when does it end?', 'don’t stop', 'ok', '🛑'])
    it(`"${text}" does not`, () => assert.ok(!isStop(text)))
})
