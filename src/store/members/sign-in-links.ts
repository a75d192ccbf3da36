// One-time links that open a session in the portal, stored as hashes of their secrets.

import type { SignInLink } from '../../domain/members/member.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const { fromRow, toRow } = columnsOf<SignInLink>()('id, user_id, staff_id, business_id, created_by, created_at, expires_at, used_at')
type LinkRow = ReturnType<typeof toRow>

export const insert = (tx: Tx, author: Author, link: SignInLink, hash: string): Promise<void> =>
  insertRecorded(tx, author, 'sign_in_link', { ...toRow(link), hash })

const isOpen = ({ used_at: usedAt, expires_at: expiresAt }: LinkRow, now: number): boolean => usedAt === null && expiresAt > now

/** Finds a link by its hash. Null if there is no such link, or if the link was used or has expired. */
export const find = async (db: Query, hash: string, now: number): Promise<SignInLink | null> => {
  const [row] = await db.query<LinkRow>('select * from sign_in_links where hash = $1', [hash])
  return row && isOpen(row, now) ? fromRow(row) : null
}

/** Marks the link as used. Returns false if the link was already used or has expired. If two calls run at once, only one succeeds. */
export const use = async (tx: Tx, author: Author, { id }: SignInLink, now: number): Promise<boolean> =>
  (await changeRecorded<LinkRow>(tx, author, 'sign_in_link', { id }, (locked) => (isOpen(locked, now) ? { used_at: now } : null))) !== null
