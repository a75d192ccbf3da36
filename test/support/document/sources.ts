// Parses source files into syntax trees, for tests of rules that apply to all source files.

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The properties of syntax nodes that the rules read. Each kind of node has some of them. */
export type Node = {
  type?: string
  name?: string
  value?: unknown
  regex?: { pattern: string; flags: string }
  callee?: Node
  object?: Node
  property?: Node
  key?: Node
  source?: Node
  importKind?: string
  specifiers?: Node[]
  imported?: Node
  local?: Node
  arguments?: Node[]
  start?: number
  end?: number
}

export type Source = { file: string; text: string; tree: Node }

const parsed = new Map<string, Source>()

const parse = (file: string): Source => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return { file, text, tree: parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }) as Node }
}

/** The files that match a pattern, except tests and type declarations. Each file is parsed once per process. */
export const readSources = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .sort()
    .map((file) => parsed.getOrInsertComputed(file, parse))

export const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visit(node)
  for (const value of Object.values(node)) walk(value, visit)
}

export const textOf = ({ text }: Source, { start, end }: Node): string => text.slice(start, end)

type Imported = { names: Map<string, string>; wholes: Set<string> }

/**
 * Finds what a file imports from matching modules, without type imports. `names`: exported names by local name. `wholes`: local names of
 * modules imported as a whole, and `import()` for a dynamic import.
 */
const importedFrom = ({ text, tree }: Source, modules: RegExp): Imported => {
  const [names, wholes] = [new Map<string, string>(), new Set<string>()]
  const note = ({ type, importKind, source, specifiers = [] }: Node): void => {
    if (!/^Import(Declaration|Expression)$/.test(type ?? '') || importKind === 'type' || !modules.test(String(source?.value))) return
    if (type === 'ImportExpression') wholes.add('import()')
    for (const { importKind: kind, imported, local } of specifiers)
      if (!imported) wholes.add(local!.name!)
      else if (kind !== 'type') names.set(local!.name!, imported.name!)
  }
  // Import declarations are always at the top level. Only dynamic imports can be anywhere, so only files with a dynamic import need a full
  // walk.
  if (text.includes('import(')) walk(tree, note)
  else for (const node of Object.values(tree).flat()) if (node) note(node as Node)
  return { names, wholes }
}

/** The files that import a name matching `names` from a module matching `modules`, or import such a module as a whole. */
export const filesImporting = (sources: readonly Source[], modules: RegExp, names: RegExp): string[] =>
  sources
    .filter((source) => {
      const imported = importedFrom(source, modules)
      return imported.wholes.size > 0 || [...imported.names.values()].some((name) => names.test(name))
    })
    .map(({ file }) => file)

export type Call = { name: string; node: Node; of: Source }

/** Finds the calls of functions imported from these modules. The `name` of a call is the function's exported name. */
export const callsOf = (source: Source, modules: RegExp): Call[] => {
  const { names, wholes } = importedFrom(source, modules)
  const calls: Call[] = []
  if (names.size + wholes.size === 0) return calls
  walk(source.tree, (node) => {
    const { callee } = node
    const name = callee?.object ? wholes.has(callee.object.name ?? '') && callee.property?.name : callee && names.get(callee.name ?? '')
    if (name) calls.push({ name, node, of: source })
  })
  return calls
}
