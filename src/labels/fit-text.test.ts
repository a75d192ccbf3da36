// Text stays inside its box, and is printed in reading order.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { wellFormedText } from '../../test/support/samples/random-texts.ts'
import { stretchesOf } from './draw-text.ts'
import type { Line, Paragraph } from './fit-text.ts'
import { fitText, heightOf } from './fit-text.ts'
import { legible } from './legible-text.ts'
import { loadTypefaces } from './typefaces.ts'

const typefaces = await loadTypefaces()
const paragraph = (text: string): Paragraph => ({ text, weight: 'bold', sizePt: 12, smallestPt: 6 })
const fit = (text: string, width: number, height: number) => fitText(typefaces, [paragraph(text)], { x: 0, y: 0, width, height })
const textOf = (line: Line) => line.cells.map((cell) => cell.text).join('')
const widthOf = (line: Line) => line.cells.reduce((sum, cell) => sum + cell.widthEm * line.sizePt, 0)

describe('fitting text', () => {
  it('never leaves the box, whatever the text', () => {
    const text = fc.oneof(wellFormedText(255), fc.lorem({ maxCount: 40 }))
    const sizes = [fc.integer({ min: 30, max: 250 }), fc.integer({ min: 8, max: 120 })] as const
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), ...sizes, (texts, width, height) => {
        const lines = fitText(typefaces, texts.map(paragraph), { x: 0, y: 0, width, height })
        assert.ok(heightOf(lines) <= height)
        for (const line of lines) assert.ok(widthOf(line) <= width + 1e-9, textOf(line))
      }),
      { numRuns: 150 },
    )
  })

  const sizeOf = (line: Line | undefined) => (!line || line.sizePt === 12 ? 'full' : line.sizePt === 6 ? 'smallest' : 'smaller')
  const cases: [string, string, number, number, string[], string][] = [
    ['keeps the full size where it fits', 'Lagos', 100, 20, ['Lagos'], 'full'],
    ['wraps at spaces', 'Lagos Island Marina', 60, 45, ['Lagos', 'Island', 'Marina'], 'full'],
    ['shrinks a long word rather than break it', 'REF-1234567890', 80, 40, ['REF-1234567890'], 'smaller'],
    ['wraps Han between any two characters', '广东省深圳市', 40, 40, ['广东省', '深圳市'], 'full'],
    ['shortens what does not fit at the smallest size', 'Lagos Island Marina Road', 40, 8, ['Lagos Islan…'], 'smallest'],
    ['shrinks what is still too wide after a break', '｡ヷǢ𐌗', 30, 60, ['｡', '□Ǣ𐌗'], 'smaller'],
    ['leaves nothing of nothing', ' \n\u200b ', 40, 20, [], 'full'],
  ]
  for (const [what, text, width, height, expected, size] of cases) {
    it(what, () => {
      const lines = fit(text, width, height)
      assert.deepEqual({ lines: lines.map(textOf), size: sizeOf(lines[0]) }, { lines: expected, size })
    })
  }
})

describe('reading direction', () => {
  const cases: [string, string[]][] = [
    ['Lagos 12', ['Lagos 12']],
    ['שלום עולם', ['שלום עולם']],
    ['שלום 123 עולם', [' עולם', '123', 'שלום ']],
    ['Dubai دبي مارينا Tower', ['Dubai ', 'دبي مارينا', ' Tower']],
    ['深圳 Lagos', ['深圳', ' Lagos']],
  ]
  for (const [text, expected] of cases) {
    it(`splits ${text} into ${expected.length} runs`, () => {
      const stretches = stretchesOf(legible(typefaces, 'regular', text))
      assert.deepEqual(
        stretches.map((stretch) => stretch.text),
        expected,
      )
    })
  }
})
