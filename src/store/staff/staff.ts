// Staff accounts, and the set-up link.

import type { Staff } from '../../domain/staff/staff.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Principal, Query, Tx } from '../../platform/engine/db.ts'
import { countRows, readRow } from '../../platform/engine/rows.ts'
import { requireAuthority } from '../../platform/engine/transaction.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { loadRow, lockRow } from '../values/rows-by-token.ts'
import { fromDuty, withDuty } from './duties.ts'

const plain = columnsOf<Omit<Staff, 'siteIds'>>()('id, email, name, role, password_hash, created_at, deactivated_at')

export type StaffRow = ReturnType<typeof plain.toRow> & { site_ids?: string | null }

const written = (ids: Staff['siteIds']): string | null => ids && JSON.stringify(ids)

export const fromRow = (row: StaffRow): Staff => ({
  ...plain.fromRow(fromDuty(row)),
  siteIds: row.site_ids == null ? null : (JSON.parse(row.site_ids) as string[]),
})

type SetupLinkRow = { hash: string; expires_at: number; used_at: number | null }

export const insert = (tx: Tx, author: Author, staff: Staff): Promise<void> =>
  insertRecorded(tx, author, 'staff', {
    ...withDuty(plain.toRow(staff)),
    site_ids: written(staff.siteIds),
    email_key: emailKey(staff.email),
  })

export const load = async (db: Query, id: string): Promise<Staff> => fromRow(await loadRow<StaffRow>(db, 'stf', id))

/**
 * Locks an account, its second factor and its passkeys against changes. Returns false if the account is inactive, or its password has
 * changed. Throws if the caller lost its authority while waiting for the lock. The update changes nothing: it locks the row on both
 * engines.
 */
export const lockUnchanged = async (tx: Tx, by: Principal, { id, passwordHash }: Staff): Promise<boolean> => {
  const sql = 'update staff set id = id where id = $1 and password_hash = $2 and deactivated_at is null'
  if ((await tx.execute(sql, [id, passwordHash])) !== 1) return false
  await requireAuthority(tx, by)
  return true
}

/**
 * Locks an account before its sessions, factors or views are changed. Waits for transactions that have locked the account with
 * `lockUnchanged`.
 */
export const lock = async (tx: Tx, id: string): Promise<Staff> => fromRow(await lockRow<StaffRow>(tx, 'stf', id))

export const findByEmail = (db: Query, email: string): Promise<Staff | null> =>
  readRow(db, 'select * from staff where email_key = $1', [emailKey(email)], fromRow)

export const list = async (db: Pick<Query, 'query'>): Promise<Staff[]> =>
  (await db.query<StaffRow>('select * from staff order by created_at, id')).map(fromRow)

export const save = async (tx: Tx, author: Author, { id, name, role, passwordHash, siteIds, deactivatedAt }: Staff): Promise<void> => {
  const columns = { name, ...withDuty({ role }), password_hash: passwordHash, site_ids: written(siteIds), deactivated_at: deactivatedAt }
  await changeRecorded(tx, author, 'staff', { id }, () => columns)
}

export const countOtherAdmins = (tx: Tx, id: string): Promise<number> =>
  countRows(tx, `staff where role = 'admin' and deactivated_at is null and id <> $1`, [id])

export const hasAny = async (db: Query): Promise<boolean> => (await db.query('select id from staff limit 1')).length > 0

/** True if a set-up link exists, even if it is used or expired. */
export const hasSetupLink = async (db: Query): Promise<boolean> => (await db.query('select id from setup_links')).length > 0

const SETUP_LINK = 'setup'

/** Stores the set-up link, which replaces the previous link. Call this in an exclusive transaction. */
export const putSetupLink = async (tx: Tx, author: Author, hash: string, expiresAt: number): Promise<void> => {
  const link = { hash, expires_at: expiresAt, used_at: null }
  if (await changeRecorded(tx, author, 'setup_link', { id: SETUP_LINK }, () => link)) return
  await insertRecorded(tx, author, 'setup_link', { id: SETUP_LINK, ...link })
}

export const isSetupLink = async (db: Query, hash: string, now: number): Promise<boolean> =>
  (await db.query('select id from setup_links where hash = $1 and used_at is null and expires_at > $2', [hash, now])).length > 0

/**
 * Marks the set-up link as used. Returns false if the link is unknown, already used or expired. Only one of two concurrent calls succeeds.
 */
export const useSetupLink = async (tx: Tx, author: Author, hash: string, now: number): Promise<boolean> => {
  const isGood = (link: SetupLinkRow): boolean => link.hash === hash && link.used_at === null && link.expires_at > now
  const key = { id: SETUP_LINK }
  return (await changeRecorded<SetupLinkRow>(tx, author, 'setup_link', key, (link) => (isGood(link) ? { used_at: now } : null))) !== null
}
