// Staff accounts, and the one set-up link.

import { Rejection } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import type { Role, Staff } from '../domain/staff.ts'
import { emailKey } from '../domain/staff.ts'
import type { Query } from './db.ts'
import { insert as insertRows } from './rows.ts'

export type StaffRow = {
  id: string
  email: string
  name: string
  role: Role
  password_hash: string
  created_at: number
  deactivated_at: number | null
}

export const fromRow = (row: StaffRow): Staff => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  passwordHash: row.password_hash,
  createdAt: row.created_at,
  deactivatedAt: row.deactivated_at,
})

export const insert = async (tx: Query, staff: Staff): Promise<void> => {
  await insertRows(tx, 'staff', [
    {
      id: staff.id,
      email: staff.email,
      email_key: emailKey(staff.email),
      name: staff.name,
      role: staff.role,
      password_hash: staff.passwordHash,
      created_at: staff.createdAt,
      deactivated_at: staff.deactivatedAt,
    },
  ])
}

export const load = async (db: Query, id: string): Promise<Staff> => {
  const rows = isId('stf', id) ? await db.query<StaffRow>('select * from staff where id = $1', [id]) : []
  if (!rows[0]) throw new Rejection('NOT_FOUND', 'No such staff account.')
  return fromRow(rows[0])
}

export const findByEmail = async (db: Query, email: string): Promise<Staff | null> => {
  const rows = await db.query<StaffRow>('select * from staff where email_key = $1', [emailKey(email)])
  return rows[0] ? fromRow(rows[0]) : null
}

export const list = async (db: Query): Promise<Staff[]> =>
  (await db.query<StaffRow>('select * from staff order by created_at, id')).map(fromRow)

export const save = async (tx: Query, staff: Staff): Promise<void> => {
  await tx.execute('update staff set name = $2, role = $3, password_hash = $4, deactivated_at = $5 where id = $1', [
    staff.id,
    staff.name,
    staff.role,
    staff.passwordHash,
    staff.deactivatedAt,
  ])
}

/** Active admins beside this one. */
export const countOtherAdmins = async (tx: Query, id: string): Promise<number> => {
  const rows = await tx.query<{ admins: number }>(
    `select count(*) as admins from staff where role = 'admin' and deactivated_at is null and id <> $1`,
    [id],
  )
  return rows[0]!.admins
}

export const hasAny = async (db: Query): Promise<boolean> => (await db.query('select id from staff limit 1')).length > 0

/** Whether a set-up link was ever made, used and expired ones included. */
export const hasSetupLink = async (db: Query): Promise<boolean> => (await db.query('select id from setup_links')).length > 0

export const putSetupLink = async (tx: Query, hash: string, expiresAt: number): Promise<void> => {
  await tx.execute(
    `insert into setup_links (id, hash, expires_at, used_at) values ('setup', $1, $2, null)
     on conflict (id) do update set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null`,
    [hash, expiresAt],
  )
}

export const isSetupLink = async (db: Query, hash: string, now: number): Promise<boolean> =>
  (await db.query('select id from setup_links where hash = $1 and used_at is null and expires_at > $2', [hash, now])).length > 0

/** Says whether the link was still good: only one of two who use it at once is told so. */
export const useSetupLink = async (tx: Query, hash: string, now: number): Promise<boolean> =>
  (await tx.execute('update setup_links set used_at = $2 where hash = $1 and used_at is null and expires_at > $2', [hash, now])) === 1
