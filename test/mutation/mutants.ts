// Generates the mutants of a source file. Each mutant changes one operator, constant, condition, call or result.

import { parseAst } from 'vite'

/** One mutant: `from`, which begins in `line`, becomes `to`; `text` is the whole mutated file. */
export type Mutant = { file: string; lineNumber: number; line: string; from: string; to: string; text: string }

type Node = { type: string; start: number; end: number; [key: string]: any }
type Change = { start: number; end: number; to: string }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

const SWAPPED_OPERATORS: Record<string, readonly string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
}

/** Methods of Math, Decimal and arrays, each with the method that replaces it in a mutant. */
const SWAPPED_METHODS: Record<string, string> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
  plus: 'minus',
  minus: 'plus',
  mul: 'div',
  div: 'mul',
  some: 'every',
  every: 'some',
}

/** Calls that a mutant can leave out, because their result has the same type as their receiver. */
const SKIPPED_CALLS = ['filter', 'sort', 'toSorted', 'slice', 'reverse', 'toReversed', 'trim', 'toLowerCase', 'toUpperCase', 'abs', 'neg']

const isText = (node: Node): boolean => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
/** Whether this `+` joins strings. */
const isJoined = (node: Node): boolean =>
  node.operator === '+' && [node.left, node.right].some((side: Node) => isText(side) || isJoined(side))

const isPlain = (node: Node): boolean => node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'undefined')

type Range = Pick<Change, 'start' | 'end'>

const whole = ({ start, end }: Range, to: string): Change => ({ start, end, to })

const operatorOf = (text: string, { start, end, prefix, operator, left, right }: Node): Range => {
  if (prefix !== undefined) return prefix ? { start, end: start + operator.length } : { start: end - operator.length, end }
  const found = text.indexOf(operator, left.end)
  if (found === -1 || found >= right.start) throw new Error(`No ${operator} in ${text.slice(start, end)}`)
  return { start: found, end: found + operator.length }
}

const operatorChanges = (text: string, node: Node): Change[] => {
  const swapped = isJoined(node) ? undefined : SWAPPED_OPERATORS[node.operator]
  return (swapped ?? []).map((to) => whole(operatorOf(text, node), to))
}

/** Two changes of `a ?? b`: to `a` alone, and to `b` alone. */
const defaultChanges = (text: string, node: Node): Change[] => {
  const operator = operatorOf(text, node)
  return [whole({ start: operator.start, end: node.end }, ''), whole({ start: node.start, end: operator.end }, '')]
}

const conditionChanges = (test: Node): Change[] => [whole(test, 'true'), whole(test, 'false')]

const callChanges = (text: string, node: Node): Change[] => {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const { name } = callee.property
  const dot = text.lastIndexOf('.', callee.property.start)
  const swapped = Object.hasOwn(SWAPPED_METHODS, name) ? [whole(callee.property, SWAPPED_METHODS[name]!)] : []
  return SKIPPED_CALLS.includes(name) ? [...swapped, whole({ start: dot, end: node.end }, '')] : swapped
}

/** For each type of node, the changes that mutants make. Type annotations are never changed. */
const CHANGES: Record<string, (text: string, node: Node) => Change[]> = {
  BinaryExpression: operatorChanges,
  AssignmentExpression: operatorChanges,
  UpdateExpression: operatorChanges,
  LogicalExpression: (text, node) => (node.operator === '??' ? defaultChanges : operatorChanges)(text, node),
  UnaryExpression: (text, node) => (['!', '-'].includes(node.operator) ? [whole(operatorOf(text, node), '')] : []),
  Literal: (_text, node) => {
    if (typeof node.value === 'boolean') return [whole(node, String(!node.value))]
    return typeof node.value === 'number' ? [whole(node, String(node.value + 1))] : []
  },
  IfStatement: (_text, node) => conditionChanges(node.test),
  ConditionalExpression: (_text, node) => conditionChanges(node.test),
  // No mutant of a loop has the condition `true`, because the loop would never end.
  WhileStatement: (_text, node) => [whole(node.test, 'false')],
  ForStatement: (_text, node) => (node.test ? [whole(node.test, 'false')] : []),
  MemberExpression: (text, { optional, computed, property }) =>
    optional && !computed ? [whole({ start: text.lastIndexOf('?.', property.start), end: property.start }, '.')] : [],
  CallExpression: callChanges,
  ExpressionStatement: (_text, node) => [whole(node, ';')],
  ThrowStatement: (_text, node) => [whole(node, ';')],
  ReturnStatement: (_text, node) => (node.argument && !isPlain(node.argument) ? [whole(node.argument, 'undefined')] : []),
  ArrowFunctionExpression: (_text, node) => (node.expression && !isPlain(node.body) ? [whole(node.body, '(undefined)')] : []),
}

/** The parts of a node that exist at run time. For `x as T` and `x!`, only `x`. */
const partsOf = (node: Node): Node[] => {
  if (node.type.startsWith('Import')) return []
  if (node.type.startsWith('TS')) return isNode(node.expression) ? [node.expression] : []
  // Leaves out the key of a property. It is a name, even if it is written as a number.
  const parts = Object.entries(node).filter(([name]) => name !== 'key' || node.computed)
  return parts.flatMap(([, value]) => (Array.isArray(value) ? value : [value])).filter(isNode)
}

const changesIn = (text: string, node: Node): Change[] => [
  ...(CHANGES[node.type]?.(text, node) ?? []),
  ...partsOf(node).flatMap((part) => changesIn(text, part)),
]

export const mutantsOf = (file: string, text: string): Mutant[] => {
  const seen = new Set<string>()
  return changesIn(text, parseAst(text, { lang: 'ts' }) as unknown as Node).flatMap(({ start, end, to }) => {
    const from = text.slice(start, end)
    const key = `${start} ${end} ${to}`
    if (from === to || seen.has(key)) return []
    seen.add(key)
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const lineEnd = text.indexOf('\n', start)
    return [
      {
        file,
        lineNumber: text.slice(0, start).split('\n').length,
        line: text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
        from: from.replaceAll(/\s+/g, ' '),
        to,
        text: text.slice(0, start) + to + text.slice(end),
      },
    ]
  })
}
