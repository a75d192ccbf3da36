// Maps, sets and lists that outlive a request have a bounded size, whether a module or a returned function keeps them in memory.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import type { Node, Source } from '../support/document/sources.ts'
import { readSources } from '../support/document/sources.ts'

/** Maps each collection to its limit: the name of a constant in the same file, or a description of the entries. */
const BOUNDED_BY: Readonly<Record<string, string>> = {
  'src/flows/booking/carrier-label.ts: fetching': 'requests under way',
  'src/flows/events/deliver-webhooks.ts: runners': 'webhook endpoints with something under way',
  'src/flows/inbound/import-inbound.ts: found': 'the rows of one file, which have a limit',
  'src/http/businesses/last-used.ts: writing': 'writes under way',
  'src/http/businesses/last-used.ts: writtenAt': 'keys, tokens and sessions used in the last minute',
  'src/http/docs/reference.ts: files': 'the files that the reference has',
  'src/http/events/ops-change-streams.ts: streams': 'STREAMS_MAX',
  'src/http/events/ops-change-streams.ts: timers': 'two',
  'src/http/requests/request-log.ts: waiting': 'WAITING_MAX',
  'src/labels/drawings.ts: underWay': 'WAITING_MAX',
  'src/labels/typefaces.ts: widthsEm': 'the characters of Unicode',
  'src/platform/engine/migrate.ts: loaded': 'engines',
  'src/platform/engine/notification-batches.ts: waiting': 'topics; SUBJECTS_MAX of each',
  'src/platform/engine/postgres/signals.ts: inFlight': 'signals under way: two of a topic at most',
  'src/platform/engine/postgres/signals.ts: sending': 'topics',
  'src/platform/engine/rows.ts: insertTexts': 'tables; KEPT_ROWS_MAX of each',
  'src/platform/engine/sqlite/connection.ts: statements': 'STATEMENTS_MAX',
  'src/platform/engine/sqlite/sqlite.ts: subscriptions': 'who listens in this process',
  'src/platform/engine/sqlite/sqlite.ts: readers': 'reads under way',
  'src/platform/engine/sqlite/writer.ts: queue': 'requests under way, which are shed when they wait for long',
  'src/platform/engine/transaction.ts: turns': 'transactions under way',
  'src/platform/engine/transaction.ts: waiting': 'one transaction',
  'src/platform/http/admission/rate-limit.ts: counters': 'COUNTERS_MAX',
  'src/platform/watch/shed-log.ts: counts': 'ADDRESSES_MAX',
  'src/store/businesses/holder-changes.ts: listeners': 'servers in this process',
  'src/store/overview/operator-lists.ts: params': 'one statement',
  'src/store/overview/operator-lists.ts: parts': 'one statement',
  'src/workers.ts: running': 'turns of a chore at once',
}

const FUNCTIONS = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/
const GROWS = ['set', 'add', 'push', 'unshift', 'getOrInsert', 'getOrInsertComputed']

type Function = Node & { body?: Node }
type Kept = { name: string; within: Function }

const isFunction = (node: Node | null | undefined): boolean => FUNCTIONS.test(node?.type ?? '')
const childrenOf = (node: object): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'object' && value !== null)

const isEmpty = (init: Node & { elements?: unknown[] }): boolean =>
  (init.type === 'NewExpression' && /^(Map|Set)$/.test(init.callee?.name ?? '') && init.arguments?.length === 0) ||
  (init.type === 'ArrayExpression' && init.elements?.length === 0)

/** Finds maps, sets and lists that are created empty, each with the function or module that creates it. */
const madeIn = (tree: Node): Kept[] => {
  const found: Kept[] = []
  const look = (node: Node & { id?: Node; init?: Node | null }, within: Function): void => {
    if (node.type === 'VariableDeclarator' && node.id?.name && node.init && isEmpty(node.init)) found.push({ name: node.id.name, within })
    for (const child of childrenOf(node)) look(child, isFunction(node) ? node : within)
  }
  look(tree, tree)
  return found
}

/**
 * Whether a function returns a function, or an object that contains a function. The returned function keeps the variables of the outer
 * function in memory.
 */
const givesFunctions = (made: Function): boolean => {
  const [local, returned]: [Set<string>, Node[]] = [new Set(), []]
  const look = (node: Node & { id?: Node; init?: Node | null; argument?: Node | null }): void => {
    if (node.type === 'VariableDeclarator' && isFunction(node.init)) local.add(node.id?.name ?? '')
    if (node.type === 'ReturnStatement' && node.argument) returned.push(node.argument)
    if (!isFunction(node)) for (const child of childrenOf(node)) look(child)
  }
  if (made.body?.type === 'BlockStatement') for (const child of childrenOf(made.body)) look(child)
  else if (made.body) returned.push(made.body)
  const gives = (node: Node & { properties?: (Node & { value?: Node })[] }): boolean =>
    isFunction(node) ||
    (node.type === 'Identifier' && local.has(node.name ?? '')) ||
    (node.type === 'ObjectExpression' &&
      (node.properties ?? []).some(({ type, value }) => type === 'SpreadElement' || (value && gives(value as Node))))
  return returned.some(gives)
}

/** Whether an inner function adds to the collection. A callback that is only passed to a call, such as map or forEach, does not count. */
const growsLater = ({ name, within }: Kept): boolean => {
  let isFound = false
  const look = (node: Node, isInner: boolean): void => {
    const { callee, arguments: given = [] } = node
    if (callee) {
      isFound ||= isInner && callee.object?.name === name && GROWS.includes(callee.property?.name ?? '')
      look(callee, isInner)
      for (const each of given) for (const part of isFunction(each) ? childrenOf(each) : [each]) look(part, isInner)
      return
    }
    for (const child of childrenOf(node)) look(child, isInner || (isFunction(node) && node !== within))
  }
  look(within, false)
  return isFound
}

const keptIn = ({ file, tree }: Source): string[] =>
  madeIn(tree)
    .filter((kept) => (kept.within === tree || givesFunctions(kept.within)) && growsLater(kept))
    .map(({ name }) => `${file}: ${name}`)

const sources = readSources('src/**/*.ts')

describe('data that is kept in memory', () => {
  it('is bounded: add its bound here', () => {
    const server = sources.filter(({ file }) => !/^src\/(commands|domain)\//.test(file))
    const kept = [...new Set(server.flatMap(keptIn))]
    assert.deepEqual(kept.sort(), Object.keys(BOUNDED_BY).sort())
  })

  it('has its constants in the same file', () => {
    const texts = new Map(sources.map(({ file, text }) => [file, text]))
    const missing = Object.entries(BOUNDED_BY).filter(([place, bound]) => {
      const constant = /[A-Z_]{4,}/.exec(bound)?.[0]
      return constant !== undefined && !texts.get(place.split(': ')[0]!)!.includes(`const ${constant} =`)
    })
    assert.deepEqual(missing, [])
  })
})

describe('a queue', () => {
  it('limits how many run and wait by constants of its file', () => {
    const queues = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bcreateBoundedQueue\(\{([^}]*)/g)].map(([, limits = '']) => ({ file, text, limits })),
    )
    assert.ok(queues.length >= 4)
    const named = ({ text, limits }: { text: string; limits: string }): boolean =>
      ['atOnce', 'waitingMax'].every((limit) => {
        const [, constant] = new RegExp(`\\b${limit}: ([A-Z_]+),`).exec(limits) ?? []
        return constant !== undefined && new RegExp(`^(?:export )?const ${constant} = \\d[\\d_]*$`, 'm').test(text)
      })
    assert.deepEqual(
      queues.filter((queue) => !named(queue)).map(({ file }) => file),
      [],
    )
  })
})

describe('a cache', () => {
  it('is in docs/decisions/0008-caches.md, with what clears it, also after a write by another server', () => {
    const decision = readFileSync(resolve(import.meta.dirname, '../../docs/decisions/0008-caches.md'), 'utf8')
    const others = [
      // This file caches pages of the guides. Each page depends only on its address, this release and the name of the operator.
      'src/http/docs/routes.ts',
      // These two files hold counters, not caches.
      'src/flows/events/deliver-webhooks.ts',
      'src/http/test-mode/v1-rehearse.ts',
    ]
    const caching = sources.filter(({ file, text }) => text.includes('createBoundedMap') && !others.includes(file))
    assert.ok(caching.length > 5)
    assert.deepEqual(
      caching.map(({ file }) => file).filter((file) => !decision.includes(file.replace('src/', ''))),
      [],
    )
  })
})
