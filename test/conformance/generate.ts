// Writes docs/conformance.md: every clause of the contract, with the tests that prove it. Run: `npm run docs:conformance`

import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CLAUSES } from './clauses.ts'

const ROOT = join(import.meta.dirname, '../..')
export const PAGE = join(ROOT, 'docs/conformance.md')

/** A test that proves clauses of the contract. The title of the test ends with the ids of the clauses, `… [quote.status] [quote.rates]`. */
export type Claim = { file: string; title: string; clauses: string[] }

/** Matches every string that ends with clause ids, because titles may also be in tables of test cases. */
const TITLE = /(['"`])(?<title>(?:(?!\1)[^\\\n]|\\.)*?)(?<tags>(?: \[[a-z][\w.-]*\])+)\1/g

const readable = (title: string): string => title.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(.)/g, '$1')

const claimsIn = (file: string, source: string): Claim[] =>
  [...source.matchAll(TITLE)].map(({ groups }) => ({
    file,
    title: readable(groups!.title!),
    clauses: [...groups!.tags!.matchAll(/\[([^\]]+)\]/g)].map(([, id]) => id!),
  }))

export const findClaims = async (): Promise<Claim[]> => {
  const files = await Array.fromAsync(glob(['test/**/*.test.ts', '{src,tools}/**/*.test.ts'], { cwd: ROOT }))
  const claims = await Promise.all(files.sort().map(async (file) => claimsIn(file, await readFile(join(ROOT, file), 'utf8'))))
  return claims.flat()
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const testsOf = (clause: string, claims: readonly Claim[]): string => {
  const byFile = Map.groupBy(
    claims.filter(({ clauses }) => clauses.includes(clause)),
    ({ file }) => file,
  )
  return [...byFile].map(([file, proofs]) => `\`${file}\`: ${proofs.map(({ title }) => cell(title)).join('; ')}`).join('<br>')
}

export const renderPage = (claims: readonly Claim[]): string => {
  const sections = Map.groupBy(CLAUSES, ({ where }) => where)
  const tables = [...sections].map(([where, clauses]) => {
    const rows = clauses.map(({ id, text }) => `| \`${id}\` | ${cell(text)} | ${testsOf(id, claims)} |`)
    return [`## ${where}`, '', '| Id | Clause | Tests |', '|---|---|---|', ...rows].join('\n')
  })
  const head = [
    '# Conformance',
    '',
    'Every row and rule of the contract of `/v1`, with the tests that prove it; those under `test/api` run on both engines in the soak, and on one or both for every commit.',
    '`waybill verify --base-url URL --key KEY` checks any server against them with a test key; `waybill verify --list` explains each check, and names the two clauses that it cannot check.',
    'Written by `npm run docs:conformance` from the titles of the tests; do not edit.',
  ]
  return `${[head.join('\n'), ...tables].join('\n\n')}\n`
}

if (import.meta.main) {
  await mkdir(dirname(PAGE), { recursive: true })
  await writeFile(PAGE, renderPage(await findClaims()))
}
