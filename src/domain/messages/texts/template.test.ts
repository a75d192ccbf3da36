// Mistakes in a template are found when the template is saved. The value of a variable never changes the text around the variable.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from '../../values/errors.ts'
import type { ChannelKind, Purpose } from '../purpose.ts'
import { LANGUAGES } from '../purpose.ts'
import { segmentsOf } from '../sms-segments.ts'
import { gatheredFacts, valuesOf } from '../values.ts'
import { checkApproved, neededTemplates } from './approval.ts'
import { builtInTexts } from './built-in-texts.ts'
import type { Part, TemplateKey, TemplateTexts } from './template.ts'
import { checkTexts, TEMPLATE_KEYS } from './template.ts'
import { render } from './text-syntax.ts'
import { whatsAppParameters, whatsAppTemplate } from './whatsapp-template.ts'

const problemsOf = (key: TemplateKey, texts: TemplateTexts): string[] => {
  const problems = new Problems()
  checkTexts(key, texts, 'texts', problems)
  return problems.list.map(({ field, message }) => `${field} ${message}`)
}

const withPart = (purpose: Purpose, channel: ChannelKind, part: Part, text: string): TemplateTexts => {
  const texts = builtInTexts(purpose, channel)
  return { ...texts, fr: { ...texts.fr, [part]: text } }
}

describe('a template', () => {
  for (const key of TEMPLATE_KEYS)
    it(`of Waybill itself has no mistake: ${key.purpose} by ${key.channel}`, () =>
      assert.deepEqual(problemsOf(key, builtInTexts(key.purpose, key.channel)), []))

  it('of Waybill itself is one SMS segment in English, and so is every short text that can be one in French', () => {
    for (const { purpose } of TEMPLATE_KEYS.filter(({ channel }) => channel === 'sms')) {
      assert.equal(segmentsOf(builtInTexts(purpose, 'sms').en.text).segments, 1, purpose)
      assert.equal(segmentsOf(builtInTexts(purpose, 'sms').fr.text).encoding, 'GSM-7', purpose)
    }
  })

  const MISTAKES: [string, ChannelKind, Part, string, RegExp][] = [
    ['lacks a text in one language', 'sms', 'text', ' ', /^texts\.fr\.text is required$/],
    ['uses an unknown variable', 'sms', 'text', '{{parcel_number}} {{colour}}', /^texts\.fr\.text has no value for {{colour}}/],
    ['lacks the variable that it is about', 'sms', 'text', 'A parcel is here.', /must contain {{parcel_number}}/],
    ['uses a value that may be missing', 'sms', 'text', '{{parcel_number}}: {{weight}}', /{{weight}} between \[\[ and \]\]/],
    ['does not close a part', 'email', 'text', '{{parcel_number}} [[{{weight}}', /close every \[\[/],
    ['nests parts', 'email', 'text', '{{parcel_number}} [[{{weight}} [[x]]]]', /close every \[\[/],
    ['has half a variable', 'email', 'text', '{{parcel_number}} {{weight', /as {{name}}/],
    ['has a subject of two lines', 'email', 'subject', 'one\r\nBcc: two', /must be one line/],
    ['has a subject where there is none', 'sms', 'subject', 'Hello', /^texts\.fr\.subject must be left out/],
    ['is too long', 'sms', 'text', `{{parcel_number}}${'a'.repeat(600)}`, /at most 600 characters/],
    [
      'of several parcels names one',
      'email',
      'severalText',
      '{{count}} {{parcels}} {{parcel_number}}',
      /has no value for {{parcel_number}}/,
    ],
    ['begins with a variable for WhatsApp', 'whatsapp', 'text', '*{{parcel_number}}* is here', /must not begin with a variable/],
    ['ends with a variable for WhatsApp', 'whatsapp', 'text', 'Here is {{parcel_number}}.', /a word after its last variable/],
    ['has two variables side by side for WhatsApp', 'whatsapp', 'text', 'Here: {{parcel_number}}. {{link}} Bye', /a word between two/],
    ['has a tab for WhatsApp', 'whatsapp', 'text', 'Here:\t{{parcel_number}} is in', /must not contain tabs/],
  ]
  for (const [what, channel, part, text, expected] of MISTAKES)
    it(`is refused if it ${what}`, () =>
      assert.match(
        problemsOf({ purpose: 'parcel_received', channel }, withPart('parcel_received', channel, part, text)).join('\n'),
        expected,
      ))
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

  it('is in use once Meta has approved exactly the templates of its texts', () => {
    const needed = neededTemplates('arrived', builtInTexts('arrived', 'whatsapp'))
    const names = needed.map(({ name }) => name)
    assert.equal(new Set(names).size, 6)
    const mistakes = (approved: readonly string[]): number => {
      const problems = new Problems()
      checkApproved(needed, approved, 'approved_templates', problems)
      return problems.list.length
    }
    assert.deepEqual([mistakes(names), mistakes(names.slice(1)), mistakes([...names, 'arrived_00000000'])], [0, 1, 1])
  })
})
