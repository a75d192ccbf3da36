// waybill business and keys: creates and lists businesses and API keys.

import { isId } from '../domain/values/ids.ts'
import { issueKeyFor } from '../flows/businesses/api-keys.ts'
import { createBusiness } from '../flows/businesses/create-business.ts'
import * as apiKeys from '../store/businesses/api-keys.ts'
import * as businesses from '../store/businesses/businesses.ts'
import type { Output } from './output.ts'
import { fail, iso, table } from './output.ts'
import { commandLineAuthor, withNewStore, withStore } from './with-store.ts'

export const runBusinessCreate = (
  out: Output,
  options: { name: string; prefix: string; lastMile?: boolean; parcelCustomerAccount?: boolean },
): Promise<void> =>
  withNewStore(async (deps) => {
    const business = await createBusiness(deps, commandLineAuthor(deps), options)
    out.print({ business_id: business.id, name: business.name, prefix: business.prefix }, business.id)
  })

export const runBusinessList = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const found = await businesses.list(deps.db)
    const data = found.map((business) => ({
      business_id: business.id,
      prefix: business.prefix,
      name: business.name,
      last_mile: business.lastMile,
      parcel_customer_account: business.parcelCustomerAccount,
    }))
    const yes = (flag: boolean): string => (flag ? 'yes' : 'no')
    const rows = data.map((row) => [row.business_id, row.prefix, row.name, yes(row.last_mile), yes(row.parcel_customer_account)])
    out.print(data, table([['id', 'prefix', 'name', 'last mile', 'customer account'], ...rows]))
  })

export const runKeysCreate = (out: Output, options: { business: string; mode: string; label?: string; scope: string }): Promise<void> =>
  withStore(async (deps) => {
    const { mode, scope } = options
    if (mode !== 'test' && mode !== 'live') return fail('--mode must be test or live.')
    if (scope !== 'full' && scope !== 'quote') return fail('--scope must be full or quote.')
    const business = await businesses.find(deps.db, options.business)
    if (!business) return fail(`No business has the id or prefix ${options.business}.`)
    const issued = await issueKeyFor(deps, commandLineAuthor(deps), business.id, { mode, label: options.label ?? null, scope })
    out.print({ key_id: issued.id, key: issued.key, mode, business_id: business.id }, issued.key)
  })

export const runKeysList = (out: Output, options: { business?: string }): Promise<void> =>
  withStore(async (deps) => {
    const business = options.business === undefined ? null : await businesses.find(deps.db, options.business)
    if (options.business !== undefined && !business) return fail(`No business has the id or prefix ${options.business}.`)
    const data = (await apiKeys.list(deps.db, business?.id ?? null)).map((key) => ({
      key_id: key.id,
      business_id: key.businessId,
      mode: key.mode,
      scope: key.scope,
      begins: key.visiblePrefix,
      label: key.label,
      created_at: iso(key.createdAt),
      revoked_at: key.revokedAt === null ? null : iso(key.revokedAt),
    }))
    const rows = data.map((row) => [
      row.key_id,
      row.business_id,
      row.mode,
      row.scope,
      `${row.begins}…`,
      row.label ?? '',
      row.created_at,
      row.revoked_at ?? '',
    ])
    out.print(data, table([['id', 'business', 'mode', 'scope', 'begins', 'label', 'created', 'revoked'], ...rows]))
  })

export const runKeysRevoke = (out: Output, id: string): Promise<void> =>
  withStore(async (deps) => {
    const author = commandLineAuthor(deps)
    const revoked = isId('key', id) && (await deps.db.transaction(author, (tx) => apiKeys.revoke(tx, author, id, deps.clock())))
    if (!revoked) return fail(`No key in use has the id ${id}; "keys list" shows them.`)
    out.print({ key_id: id, revoked: true }, `Revoked ${id}.`)
  })
