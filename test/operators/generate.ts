// Writes the table of docs/operators.md: which roles may call each operation of /ops/v1, as the routes declare it. Run: `npm run docs:operators`

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Role } from '../../src/domain/staff/staff.ts'
import { ROLES } from '../../src/domain/staff/staff.ts'
import type { Access } from '../../src/http/staff/access.ts'
import { systemDeps } from '../../src/system.ts'
import { silentApp } from '../support/server/waybill.ts'

const PAGE = join(import.meta.dirname, '../../docs/operators.md')
const TABLE = /(?<=<!-- table: npm run docs:operators -->\n)[\s\S]*?(?=<!-- \/table -->)/

export type OpsRoute = { method: string; path: string; access: Access | undefined }

/** The API document and its reference pages. They are not operations, and anyone may read them. */
const DOCUMENT = /^\/ops\/(openapi\.(json|yaml)|reference(\/.*)?)$/

/** Finds every operation under /ops of the whole application. */
export const findOpsRoutes = async (): Promise<OpsRoute[]> => {
  const routes: OpsRoute[] = []
  let isOurs = true
  const listen = (message: unknown): void => {
    if (!isOurs) return
    isOurs = false
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const methods = [method].flat().filter((each) => each !== 'HEAD')
      if (/^\/ops(\/|$)/.test(url) && !DOCUMENT.test(url))
        for (const each of methods) routes.push({ method: each, path: url, access: config?.access })
    })
  }
  subscribe('fastify.initialization', listen)
  // Registering routes does not use the database, so `db` can be null.
  const deps = { ...systemDeps(), db: null as never }
  const app = await silentApp({ deps })
  unsubscribe('fastify.initialization', listen)
  await app.close()
  return routes
}

const COLUMNS = [...ROLES, 'access token', 'signed out'] as const
const YES = 'yes'
const NO = '–'
/** In the warehouse column: the operation is allowed only if the operator lets the warehouse see money. */
const IF_SET = 'if set'

const cells = (access: Access | undefined): string[] => {
  if (access === undefined) return COLUMNS.map(() => '?')
  if (access === 'anyone') return COLUMNS.map(() => YES)
  const cellOf = (role: Role): string => {
    if (!access.roles.includes(role)) return NO
    return access.isMoney && role === 'warehouse' ? IF_SET : YES
  }
  return [...ROLES.map(cellOf), access.token ? YES : NO, NO]
}

export const renderTable = (routes: readonly OpsRoute[]): string => {
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
    .map(({ method, path, access }) => `| \`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\` | ${cells(access).join(' | ')} |`)
  return [`| Operation | ${COLUMNS.join(' | ')} |`, `|---|${COLUMNS.map(() => '---|').join('')}`, ...rows, ''].join('\n')
}

/**
 * Reads the table in docs/operators.md: each operation with the roles that may call it. `isSet`: whether the operator lets the warehouse
 * see money.
 */
export const readTable = async (isSet = false): Promise<{ text: string; rows: { route: string; allowed: Record<string, boolean> }[] }> => {
  const text = TABLE.exec(await readFile(PAGE, 'utf8'))?.[0] ?? ''
  const rows = [...text.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, route, rest]) => {
    const words = rest!.split(' | ')
    return {
      route: route!,
      allowed: Object.fromEntries(COLUMNS.map((column, index) => [column, words[index] === YES || (isSet && words[index] === IF_SET)])),
    }
  })
  return { text, rows }
}

if (import.meta.main) {
  const page = await readFile(PAGE, 'utf8')
  const table = renderTable(await findOpsRoutes())
  await writeFile(
    PAGE,
    page.replace(TABLE, () => table),
  )
}
