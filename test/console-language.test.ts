// Every text on the warehouse pages exists in Simplified Chinese, with the same placeholders.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { chinese } from '../console/src/strings/chinese/chinese.ts'
import { ENGLISH } from '../console/src/strings.ts'

const SOURCES = resolve(import.meta.dirname, '../console/src')
/** Everything that the warehouse in Guangzhou uses: its pages, the frame around them, and their components. */
const TOUCHED = [
  'pages/{places,shipments}/**/*',
  'pages/receiving/*',
  'pages/receiving/unidentified/*',
  'pages/packages/labels',
  'shell/**/*',
  'components/lists/*',
  'components/*',
  'queue/*',
  'registry',
]
const WHOLE = ['places', 'receive', 'scan', 'unidentified', 'shipments', 'shell', 'lists'] as const
const SAME = ['shell.product', 'shell.inEnglish', 'shell.setUpCommand', 'lists.days']

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>
const [english, translated]: [Texts, Texts] = [ENGLISH, chinese as Texts]
const placesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort()

describe('the console in Chinese', () => {
  it('has every text of the warehouse’s pages', () => {
    const files = globSync(
      TOUCHED.flatMap((place) => [`${place}.ts`, `${place}.tsx`]),
      { cwd: SOURCES },
    )
    assert.ok(files.length > 40, `${files.length} files`)
    const used = new Set(files.flatMap((file) => readFileSync(join(SOURCES, file), 'utf8').match(/'[a-z]+\.[a-zA-Z]+'/g) ?? []))
    const missing = [...used]
      .map((quoted) => quoted.slice(1, -1))
      .filter((key) => {
        const [section, name] = key.split('.') as [string, string]
        return english[section]?.[name] !== undefined && translated[section]?.[name] === undefined
      })
    assert.deepEqual(missing, [])
    for (const section of WHOLE) assert.deepEqual(Object.keys(translated[section]!).sort(), Object.keys(english[section]!).sort(), section)
  })

  it('has the same placeholders, and is not left in English', () => {
    for (const [section, texts] of Object.entries(translated)) {
      for (const [name, text] of Object.entries(texts)) {
        const original = english[section]?.[name]
        assert.notEqual(original, undefined, `${section}.${name} is a text no more`)
        assert.deepEqual(placesIn(text), placesIn(original!), `${section}.${name}`)
        if (!SAME.includes(`${section}.${name}`)) assert.match(text, /\p{Script=Han}/u, `${section}.${name}`)
      }
    }
  })
})
