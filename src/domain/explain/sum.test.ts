// The lines of an explanation add up exactly to the total, for random quotes. With SOAK=1, the test tries 100,000 quotes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { NaivePrice } from '../../../test/support/models/naive-pricing.ts'
import { fixedText, halfUp, naiveExportAir, naiveImportAir, naiveOcean, scaled, times } from '../../../test/support/models/naive-pricing.ts'
import type { RandomQuote } from '../../../test/support/samples/random-quotes.ts'
import { randomQuote } from '../../../test/support/samples/random-quotes.ts'
import { wellFormedText } from '../../../test/support/samples/random-texts.ts'
import { SAMPLE_NOW } from '../../../test/support/samples/samples.ts'
import type { PriceLine } from '../pricing/price.ts'
import type { ExplainedPrice } from './explain.ts'
import { explainQuote, shownRates } from './explain.ts'
import { PAGE_WIDTH_CHARACTERS } from './layout.ts'
import { writeLetter } from './letter.ts'

const QUOTES = process.env.SOAK ? 100_000 : 300
const LETTERS = process.env.SOAK ? 10_000 : 30

const kobo = (amount: string): bigint => {
  assert.match(amount, /^\d+\.\d\d$/)
  return BigInt(amount.replace('.', ''))
}

const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + kobo(amount), 0n)

/** The amount of a line, computed without the code under test. */
const naiveAmount = ({ quantity, unit, unitPrice, fxRate }: PriceLine): string => {
  const exact = times(scaled(quantity), scaled(unitPrice), scaled(fxRate))
  return fixedText(halfUp(unit === '%' ? times(exact, scaled('0.01')) : exact, 2))
}

/** One price for each service, computed without the code under test. */
const naivePrices = ({ quote: { lane }, cargo, book }: RandomQuote): (NaivePrice & { service?: string })[] => {
  const isExportAir = cargo.mode === 'air' && lane.direction === 'export'
  if (isExportAir) return naiveExportAir(cargo, lane, book) ?? []
  const price = cargo.mode === 'ocean' ? naiveOcean(cargo, lane, book) : naiveImportAir(cargo, lane, book)
  return price ? [price] : []
}

const assertPrice = ({ breakdown, basis }: ExplainedPrice, random: RandomQuote, service: string): void => {
  const { lines, total, card } = breakdown
  for (const line of lines) assert.equal(line.amount, naiveAmount(line))
  assert.equal(sumOf(lines.map(({ amount }) => amount)), kobo(total))
  assert.deepEqual(
    basis.map(({ quantity, unit }) => [quantity, unit]),
    lines.filter(({ kind }) => kind === 'freight').map(({ quantity, unit }) => [quantity, unit]),
  )
  if (card === null) return
  const naive = naivePrices(random).find((price) => price.service === undefined || price.service === service)
  assert.equal(total, naive?.total)
}

/** For each sum in the letter: the amounts of its lines, and the total. */
const sumsIn = (letter: string): { amounts: string[]; total: string }[] => {
  const amounts: string[] = []
  return letter.split('\n').flatMap((line) => {
    const figure = / {2}([\d,]+\.\d\d)$/.exec(line.padStart(PAGE_WIDTH_CHARACTERS))?.[1]
    const total = /^ {2}Total +NGN ([\d,]+\.\d\d)$/.exec(line)?.[1]
    if (figure) amounts.push(figure.replaceAll(',', ''))
    return total ? [{ amounts: amounts.splice(0), total: total.replaceAll(',', '') }] : []
  })
}

describe('the lines of an explanation', () => {
  it(`add up to the rate for ${QUOTES} random quotes, and the naive computation agrees`, (t) => {
    const startedAt = performance.now()
    fc.assert(
      fc.property(randomQuote, (random) => {
        const { prices } = explainQuote({ ...random, customer: null })
        const shown = shownRates(random.quote)
        assert.deepEqual(
          prices.map(({ breakdown }) => breakdown.total),
          shown.map(({ amount }) => amount),
        )
        for (const price of prices) assertPrice(price, random, price.service)
      }),
      { numRuns: QUOTES },
    )
    t.diagnostic(`${QUOTES} quotes in ${Math.round(performance.now() - startedAt)} ms`)
  })

  it('show the change by measuring: the previous total plus the difference is the final one', () => {
    fc.assert(
      fc.property(randomQuote, (random) => {
        const { receipt, prices } = explainQuote({ ...random, customer: null })
        if (receipt === null) return
        const { previousTotal, difference } = receipt.money!
        const change = difference.startsWith('-') ? -kobo(difference.slice(1)) : kobo(difference)
        assert.equal(kobo(previousTotal) + change, kobo(prices[0]!.breakdown.total))
        assert.equal(receipt.packages.filter(({ isCounted }) => isCounted).length, partsOf(random.cargo))
      }),
      { numRuns: LETTERS },
    )
  })

  it(`add up in ${LETTERS} letters, whose lines all fit the page`, () => {
    fc.assert(
      fc.property(randomQuote, wellFormedText(300), (random, text) => {
        const quote = { ...random.quote, sender: { name: text, address: {} }, recipient: { name: text, address: {} } }
        const stationery = { businessName: text, timeZone: 'Africa/Lagos', now: SAMPLE_NOW }
        const letter = writeLetter(explainQuote({ ...random, quote, customer: null }), stationery)
        assert.doesNotMatch(letter, /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u)
        for (const line of letter.split('\n')) assert.ok(widthOf(line) <= PAGE_WIDTH_CHARACTERS, line)
        const sums = sumsIn(letter)
        assert.deepEqual(
          sums.map(({ total }) => total),
          shownRates(quote).map(({ amount }) => amount),
        )
        for (const { amounts, total } of sums) assert.equal(sumOf(amounts), kobo(total))
      }),
      { numRuns: LETTERS },
    )
  })
})

const partsOf = (cargo: RandomQuote['cargo']): number => (cargo.mode === 'air' ? cargo.pieces : cargo.elements).length

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const widthOf = (line: string): number => [...graphemes.segment(line)].length
