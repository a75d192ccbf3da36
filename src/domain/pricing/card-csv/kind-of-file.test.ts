// The kind of card that a file says it is.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_CARDS } from '../../demo/sample-cards.ts'
import { kindOfFile } from './kind-of-file.ts'
import { cardToCsv } from './write-card.ts'

const kindIn = (text: string) => kindOfFile(new TextEncoder().encode(text))

describe('kindOfFile', () => {
  it('is what the card row says', () => {
    for (const sample of SAMPLE_CARDS) assert.equal(kindIn(cardToCsv(sample)), sample.tariff.kind)
  })

  it('is found whatever the order of rows and columns, the case, and the separator', () => {
    assert.equal(kindIn('title;KIND;row\n;;price\nX;Ocean_Export;card\n'), 'ocean_export')
  })

  for (const text of ['', '\n', 'kind\n', 'kind\nfreight\n', 'row,title\ncard,import_air\n', '\u0000\uFFFD']) {
    it(`is not known for ${JSON.stringify(text)}`, () => assert.equal(kindIn(text), null))
  }
})
