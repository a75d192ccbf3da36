// Staff accounts with a session or a token, and the calls that they make.

import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import type { Role, Staff } from '../../../src/domain/staff/staff.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { issueAccessToken } from '../../../src/flows/staff/access.ts'
import { openSession } from '../../../src/flows/staff/sign-in.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as staffStore from '../../../src/store/staff/staff.ts'
import { byTest } from '../samples/authors.ts'
import type { Answer, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'

export const COOKIE = '__Host-waybill'
export const CSRF = { 'x-waybill-csrf': '1' }

export type StaffMember = {
  staff: Staff
  cookie: string
  /** The headers that a page of the console sends. */
  headers: Record<string, string>
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

/** A signed-in staff member. The functions `post`, `done`, `get` and `text` take paths relative to /ops/v1. */
export type OpsCaller = StaffMember & {
  post(path: string, body?: object): Promise<Answer>
  /** The answer to a POST that must succeed. */
  done(path: string, body?: object): Promise<Json>
  get(path: string): Promise<Json>
  text(path: string): Promise<string>
}

export const uniqueEmail = (): string => `staff-${randomBytes(6).toString('hex')}@example.com`

/** Makes a password hash that is quick to check. Checking a hash made by the server takes a 30th of a second. */
const cheapHash = (password: string): string => {
  const costs = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
  const nonce = randomBytes(16)
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
  const tag = argon2Sync('argon2id', { message: password, nonce, ...costs })
  return `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Creates a staff account. If `password` is missing, nobody can sign in to the account. */
export const newStaff = async (
  { deps }: { deps: Deps },
  role: Role,
  password?: string,
  siteIds: readonly string[] | null = null,
): Promise<Staff> => {
  const created = {
    id: deps.newId('stf'),
    email: uniqueEmail(),
    name: `Sample ${role}`,
    createdAt: deps.clock(),
    deactivatedAt: null,
    siteIds,
  }
  const staff: Staff = { ...created, role, passwordHash: password === undefined ? '$none' : cheapHash(password) }
  await deps.db.transaction(SYSTEM, (tx) => staffStore.insert(tx, byTest(deps), staff))
  return staff
}

export const inSession = async (waybill: Waybill, staff: Staff): Promise<StaffMember> => {
  const { secret } = await openSession(waybill.deps, await staffStore.load(waybill.deps.db, staff.id), null)
  const cookie = `${COOKIE}=${secret}`
  const headers = { cookie, ...CSRF }
  return { staff, cookie, headers, call: (method, path, body) => waybill.call(method, path, body, { headers }) }
}

export const signedIn = async (waybill: Waybill, role: Role, password?: string): Promise<StaffMember> =>
  inSession(waybill, await newStaff(waybill, role, password))

export const opsCaller = async (waybill: Waybill, role: Role): Promise<OpsCaller> => {
  const staff = await signedIn(waybill, role)
  const post = (path: string, body: object = {}) => staff.call('POST', `/ops/v1${path}`, body)
  const read = async (path: string): Promise<Answer> => {
    const answer = await staff.call('GET', `/ops/v1${path}`)
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  return {
    ...staff,
    post,
    done: async (path, body) => {
      const answer = await post(path, body)
      assert.ok([200, 201, 202].includes(answer.status), answer.text)
      return answer.json
    },
    get: async (path) => (await read(path)).json,
    text: async (path) => (await read(path)).text,
  }
}

export const tokenHeaders = async ({ deps }: Waybill, staff: Staff, role?: Role): Promise<Record<string, string>> => {
  const owner = await staffStore.load(deps.db, staff.id)
  const { secret } = await issueAccessToken(deps, byTest(deps), owner, { label: 'sample', role })
  return { authorization: `Bearer ${secret}` }
}

/** Creates an admin directly in the store, and returns an access token of the admin. Used for servers that run in other processes. */
export const adminToken = async (deps: Deps): Promise<string> => {
  const { id } = await newStaff({ deps }, 'admin')
  return (await issueAccessToken(deps, byTest(deps), await staffStore.load(deps.db, id), { label: 'sample' })).secret
}
