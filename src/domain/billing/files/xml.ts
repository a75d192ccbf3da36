// Writes XML: elements with escaped text, and amounts in the form that UBL requires.

import { koboText } from '../../values/kobo.ts'
import { PRICE_CURRENCY } from '../../values/money.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (value: string): string => value.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)

const attributesText = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

/** Writes nothing if there is no content, because UBL does not allow empty elements. */
const element = (name: string, content: string, attributes: Readonly<Record<string, string>> = {}): string =>
  content === '' ? '' : `<${name}${attributesText(attributes)}>${content}</${name}>`

export const text = (name: string, value: string | null | undefined, attributes?: Readonly<Record<string, string>>): string =>
  element(`cbc:${name}`, escaped((value ?? '').trim()), attributes)

export const amount = (name: string, kobo: number): string => text(name, koboText(kobo), { currencyID: PRICE_CURRENCY })

export const group = (name: string, ...parts: string[]): string => element(`cac:${name}`, parts.join(''))

export const documentOf = (name: 'Invoice' | 'CreditNote', parts: readonly string[]): string => {
  const namespaces = {
    xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`,
    'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, parts.join(''), namespaces)}\n`
}
