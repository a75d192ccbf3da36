// The sources as syntax trees, for rules about all of them.

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../..')

/** What is read of a node of any kind; the rest is there, too. */
export type Node = {
  type?: string
  name?: string
  value?: unknown
  regex?: { pattern: string; flags: string }
  callee?: Node
  object?: Node
  property?: Node
  key?: Node
  arguments?: Node[]
}

type Source = { file: string; text: string; tree: Node }

/** Of the files that a pattern finds, all that run: no tests, no mere types. */
export const readSources = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      return { file, text, tree: parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as Node }
    })

export const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node)
  for (const value of Object.values(node)) walk(value, visit)
}
