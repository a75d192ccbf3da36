// Templates: mistakes are found when they are saved, and no value changes the text around it.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from '../values/errors.ts'
import { defaultTexts } from './default-texts.ts'
import type { Purpose } from './purpose.ts'
import { LANGUAGES, PURPOSE_NAMES } from './purpose.ts'
import { segmentsOf } from './sms-segments.ts'
import type { Part, TemplateTexts } from './template.ts'
import { checkTexts, partsOf, render, whatsAppParameters, whatsAppTemplate } from './template.ts'
import { gatheredFacts, valuesOf } from './values.ts'

const problemsOf = (purpose: Purpose, texts: TemplateTexts): string[] => {
  const problems = new Problems()
  checkTexts(purpose, texts, 'texts', problems)
  return problems.list.map(({ field, message }) => `${field} ${message}`)
}

const withPart = (purpose: Purpose, part: Part, text: string): TemplateTexts => {
  const texts = defaultTexts(purpose)
  return { ...texts, fr: { ...texts.fr, [part]: text } }
}

describe('a template', () => {
  for (const purpose of PURPOSE_NAMES)
    it(`of Waybill itself has no mistake: ${purpose}`, () => assert.deepEqual(problemsOf(purpose, defaultTexts(purpose)), []))

  it('of Waybill itself is one SMS segment in English, and so is every short text that can be one in French', () => {
    for (const purpose of PURPOSE_NAMES.filter((each) => partsOf(each).includes('short'))) {
      assert.equal(segmentsOf(defaultTexts(purpose).en.short).segments, 1, purpose)
      assert.equal(segmentsOf(defaultTexts(purpose).fr.short).encoding, 'GSM-7', purpose)
    }
  })

  const MISTAKES: [string, Part, string, RegExp][] = [
    ['lacks a text in one language', 'short', ' ', /^texts\.fr\.short is required$/],
    ['uses an unknown variable', 'short', '{{parcel_number}} {{colour}}', /has no value for {{colour}}/],
    ['lacks the variable that it is about', 'short', 'A parcel is here.', /must contain {{parcel_number}}/],
    ['uses a value that may be missing', 'short', '{{parcel_number}}: {{weight}}', /{{weight}} between \[\[ and \]\]/],
    ['does not close a part', 'text', '{{parcel_number}} [[{{weight}}', /close every \[\[/],
    ['nests parts', 'text', '{{parcel_number}} [[{{weight}} [[x]]]]', /close every \[\[/],
    ['has half a variable', 'text', '{{parcel_number}} {{weight', /as {{name}}/],
    ['has a subject of two lines', 'subject', 'one\r\nBcc: two', /must be one line/],
    ['is too long', 'short', `{{parcel_number}}${'a'.repeat(600)}`, /at most 600 characters/],
    ['of several parcels names one', 'severalText', '{{count}} {{parcels}} {{parcel_number}}', /has no value for {{parcel_number}}/],
  ]
  for (const [what, part, text, expected] of MISTAKES)
    it(`is refused if it ${what}`, () =>
      assert.match(problemsOf('parcel_received', withPart('parcel_received', part, text)).join('\n'), expected))
})

describe('a rendered text', () => {
  it('leaves out a part whose value is missing, and the line that held nothing else', () => {
    const text = 'Parcel {{parcel_number}}\n[[Weight: {{weight}}]]\n[[Price: {{price}}]]\nEnd[[, {{weight}}]].'
    const expected = 'Parcel A\nPrice: NGN 1,250.50\nEnd.'
    assert.equal(render(text, valuesOf({ parcel_number: 'A', price: 'NGN 1250.5' }, 'en', '')), expected)
  })

  it('keeps a hostile name in its line, and reads no variable in it', () => {
    assert.equal(
      render('Dear {{name}},\n{{parcel_number}}', { name: 'Ada\r\nBcc: x {{parcel_number}} [[', parcel_number: 'A' }),
      'Dear Ada Bcc: x {{parcel_number}} [[,\nA',
    )
  })

  it('writes dates in the language, and amounts without ₦', () => {
    const write = (language: 'en' | 'zh' | 'fr') => valuesOf({ date: '2026-11-20', amount: 'NGN 1234567' }, language, '')
    assert.deepEqual(
      LANGUAGES.map((language) => write(language).date),
      ['20 November 2026', '2026年11月20日', '20 novembre 2026'],
    )
    assert.equal(write('zh').amount, 'NGN 1,234,567.00')
  })

  it('names ten parcels and counts the others', () => {
    const facts = Array.from({ length: 12 }, (_, index) => ({ name: 'Ada', parcel_number: `P${index}` }))
    const { count, parcels } = gatheredFacts(facts, 'en')
    assert.deepEqual([count, parcels], [12, 'P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 and 2 more'])
  })
})

describe('a WhatsApp template', () => {
  it('numbers each variable once, and sends a dash for a value that is missing', () => {
    const template = whatsAppTemplate('parcel_received', 'zh', '{{sender}}: {{parcel_number}}[[, {{weight}}]] {{parcel_number}}')
    assert.deepEqual([template.language, template.body], ['zh_CN', '{{1}}: {{2}}, {{3}} {{2}}'])
    assert.deepEqual(whatsAppParameters(template, { sender: 'S', parcel_number: 'A' }), ['S', 'A', '-'])
  })

  it('has another name when its text changes, so that no text is sent under the approval of another', () => {
    const names = ['{{sender}} a', '{{sender}} b', '{{sender}} a'].map((text) => whatsAppTemplate('arrived', 'en', text).name)
    assert.match(names[0]!, /^arrived_[0-9a-f]{8}$/)
    assert.deepEqual([names[0] === names[1], names[0] === names[2]], [false, true])
  })
})
