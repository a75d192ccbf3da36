// Every regular expression takes time in proportion to its text, so that no text that somebody sends can keep the server busy.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import vm from 'node:vm'
import { parseAst } from 'vite'
import { hostileTexts } from './support/samples/hostile-texts.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Processor time, whatever else the machine does: a linear pattern takes less than a millisecond, a quadratic one about a second. */
const CPU_MAX_MS = 40
/** A pattern that never ends is cut off; on a busy machine others take a while. */
const PATTERN_MAX_MS = 60_000
const QUADRATIC_MAX_MS = 500

type Node = { type?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } }

const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node)
  for (const value of Object.values(node)) walk(value, visit)
}

const sources = globSync('{src,console/src,client/src,bin}/**/*.{ts,tsx,js}', { cwd: ROOT }).filter((file) => !/\.(test|d)\.ts$/.test(file))

const literals = new Map<string, { pattern: RegExp; files: string[] }>()
const builtAtRunTime: string[] = []
for (const file of sources) {
  const text = readFileSync(join(ROOT, file), 'utf8')
  walk(parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }), ({ type, regex, callee }) => {
    if (callee?.name === 'RegExp') builtAtRunTime.push(file)
    if (type !== 'Literal' || !regex) return
    const name = `/${regex.pattern}/${regex.flags}`
    const known = literals.get(name) ?? { pattern: new RegExp(regex.pattern, regex.flags), files: [] }
    literals.set(name, { ...known, files: [...known.files, file] })
  })
}

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1_000
}

/** Without one, a pattern looks at no more than a fixed number of characters from each place. */
const UNBOUNDED = /[*+]|,\}/

/** The first text that the pattern takes too long for, twice over: garbage may be collected once. */
const stallingText = (pattern: RegExp): string | null => {
  if (!UNBOUNDED.test(pattern.source)) return null
  const searched = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''))
  for (const text of hostileTexts(pattern)) {
    const search = () => text.replaceAll(searched, '')
    if (cpuMs(search) > CPU_MAX_MS && cpuMs(search) > CPU_MAX_MS) return `${JSON.stringify(text.slice(0, 40))}…`
  }
  return null
}

const hanging = (pattern: RegExp, timeout = PATTERN_MAX_MS): string | null => {
  try {
    return vm.runInNewContext('stallingText(pattern)', { stallingText, pattern }, { timeout })
  } catch (error) {
    return (error as Error).message
  }
}

describe('regular expressions', () => {
  it('are found in the source', () => assert.ok(literals.size > 100, `${literals.size} found`))

  it('are literals, so that each of them is checked here', () => assert.deepEqual(builtAtRunTime, []))

  it('take time in proportion to the text, however hostile', () => {
    const stalled = [...literals].flatMap(([name, { pattern, files }]) => {
      const text = hanging(pattern)
      return text === null ? [] : [`${name} in ${files.join(', ')}: ${text}`]
    })
    assert.deepEqual(stalled, [])
  })

  it('that try each letter of a long word are recognised', () => {
    assert.notEqual(hanging(/\S+@\S+/, QUADRATIC_MAX_MS), null)
  })

  it('that read to the end from each place where they begin to match are recognised', () => {
    assert.notEqual(hanging(/[T ]\d{1,2}:\d\d.*$/, PATTERN_MAX_MS), null)
  })
})
