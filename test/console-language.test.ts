// Each console page is entirely in Simplified Chinese or entirely in English. Translations have the same placeholders as the English texts.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { chinese } from '../console/src/strings/chinese/chinese.ts'
import { ENGLISH } from '../console/src/strings.ts'

const SOURCES = resolve(import.meta.dirname, '../console/src')
const FRAME = ['main.tsx']
/**
 * Sections whose texts are all translated. In these sections, the code may compose the name of a text at run time, for example
 * `inbound.${status}`.
 */
const WHOLE = [
  'places',
  'receive',
  'scan',
  'unidentified',
  'inbound',
  'unpriced',
  'shipments',
  'voyages',
  'collection',
  'tasks',
  'shell',
  'lists',
] as const
const SAME = ['shell.product', 'shell.inEnglish', 'shell.setUpCommand', 'lists.days']

const IMPORTED = /^(?:import|export) (?!type )[^;'"]*'(\.[^']+)'/gm
const read = (file: string): string => readFileSync(file, 'utf8')

/** The file of a page and all files that it imports, except the tables of texts. */
const filesOf = (start: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(start) || !/\.tsx?$/.test(start) || start.includes('/strings')) return found
  found.add(start)
  for (const [, path] of read(start).matchAll(IMPORTED)) filesOf(resolve(dirname(start), path!), found)
  return found
}

const missingIn = (files: ReadonlySet<string>): string[] => {
  const keys = [...files].flatMap((file) => [...read(file).matchAll(/'([a-z]+)\.([a-zA-Z_]+)'/g)])
  const missing = keys.filter(
    ([, section, name]) => english[section!]?.[name!] !== undefined && translated[section!]?.[name!] === undefined,
  )
  const composed = [...files].flatMap((file) => [...read(file).matchAll(/t\(`([a-z]+)\.\$\{/g)].map(([, section]) => section!))
  const partly = composed.filter((section) => !(WHOLE as readonly string[]).includes(section) && !COMPOSED[section])
  const left = composed.flatMap((section) => (COMPOSED[section] ?? []).filter((name) => translated[section]?.[name] === undefined))
  return [...new Set([...missing.map(([quoted]) => quoted), ...partly, ...left])].sort()
}

/** Names of texts that the code composes at run time, in sections that are only partly translated. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  packages: ['air', 'ocean'],
  billing: ['draft', 'issued', 'part_paid', 'paid', 'void', 'discarded'],
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>
const [english, translated]: [Texts, Texts] = [ENGLISH, chinese as Texts]
const placesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort()

describe('the console in Chinese', () => {
  it('is complete on every page that is marked as Chinese, and no other page is complete', () => {
    const frame = new Set(FRAME.flatMap((file) => [...filesOf(join(SOURCES, file))]))
    assert.deepEqual(missingIn(frame), [])
    const routes = read(join(SOURCES, 'registry.ts'))
      .split(/\{ path: |\{\n {4}path: /)
      .slice(1)
    assert.ok(routes.length > 40)
    const marked: string[] = []
    for (const route of routes) {
      const [path] = /(?<=^')[^']+/.exec(route)!
      const [file] = /(?<=import\(')[^']+/.exec(route)!
      const missing = missingIn(filesOf(resolve(SOURCES, file)))
      const isMarked = route.includes('isInChinese: true')
      if (isMarked) marked.push(path)
      assert.equal(isMarked, missing.length === 0, `${path}: ${missing.slice(0, 5).join(', ')}`)
    }
    for (const path of ['/receive', '/unidentified', '/places', '/shipments', '/shipments/:id']) assert.ok(marked.includes(path), path)
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
