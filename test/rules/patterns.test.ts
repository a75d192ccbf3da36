// Every regular expression takes time proportional to the length of the text, so that no request can keep the server busy.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import vm from 'node:vm'
import type { Node } from '../support/document/sources.ts'
import { readSources, walk } from '../support/document/sources.ts'
import { hostileTexts } from '../support/samples/hostile-texts.ts'

/**
 * Limit in CPU time, which hardly depends on the load of the machine. A linear pattern takes less than a millisecond, a quadratic pattern
 * about a second.
 */
const CPU_MAX_MS = 40
/**
 * Time limit for one pattern, which stops endless matching. The limit is generous, because a good pattern can be slow on a busy machine.
 */
const PATTERN_MAX_MS = 60_000
const QUADRATIC_MAX_MS = 500

const literals = new Map<string, { pattern: RegExp; files: string[] }>()
const builtAtRunTime: string[] = []

/** Methods that convert a text argument to a regular expression. */
const SEARCHES = ['match', 'matchAll', 'search']
/**
 * Whether the node is a constant, judged by its name. If the constant holds a regular expression, that expression is found at its
 * declaration.
 */
const isConstant = ({ type, name = '' }: Node): boolean => type === 'Identifier' && /^[A-Z0-9_]+$/.test(name)
const isBuilt = ({ callee, arguments: [first] = [] }: Node): boolean => {
  if (callee?.name === 'RegExp' || callee?.property?.name === 'RegExp') return true
  if (!first || !SEARCHES.includes(callee?.property?.name ?? '') || callee?.object?.name === 'caches') return false
  return !first.regex && !isConstant(first)
}

for (const { file, tree } of readSources('{src,tools,console/src,portal/src,web,client/src,bin}/**/*.{ts,tsx,js}')) {
  const add = (pattern: string, flags: string): void => {
    const name = `/${pattern}/${flags}`
    const known = literals.get(name) ?? { pattern: new RegExp(pattern, flags), files: [] }
    literals.set(name, { ...known, files: [...known.files, file] })
  }
  walk(tree, (node) => {
    if (isBuilt(node)) builtAtRunTime.push(file)
    if (node.type === 'Literal' && node.regex) add(node.regex.pattern, node.regex.flags)
    // The `pattern` of a JSON schema, which the validator compiles to a regular expression.
    const { key, value } = node as { key?: Node; value?: Node | null }
    if (key?.name === 'pattern' && typeof value?.value === 'string') add(value.value, 'u')
  })
}

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1_000
}

/**
 * Quantifiers without an upper bound. A pattern without such a quantifier reads at most a fixed number of characters from each position.
 */
const UNBOUNDED = /[*+]|,\}/

/**
 * The first text for which the pattern takes too long, or null. The pattern must be slow twice in a row, because garbage collection may
 * delay a single run.
 */
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

  it('take time proportional to the text, however hostile', () => {
    const stalled = [...literals].flatMap(([name, { pattern, files }]) => {
      const text = hanging(pattern)
      return text === null ? [] : [`${name} in ${files.join(', ')}: ${text}`]
    })
    assert.deepEqual(stalled, [])
  })

  it('that try each letter of a long word are detected', () => {
    assert.notEqual(hanging(/\S+@\S+/, QUADRATIC_MAX_MS), null)
  })

  it('that read to the end from each possible start are detected', () => {
    assert.notEqual(hanging(/[T ]\d{1,2}:\d\d.*$/, PATTERN_MAX_MS), null)
  })
})
