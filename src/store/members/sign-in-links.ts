// One-time links that open a session in the portal, stored as hashes of their secrets.

import type { SignInLink } from '../../domain/members/member.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const { fromRow, toRow } = columnsOf<SignInLink>()('id, user_id, staff_id, business_id, created_by, created_at, expires_at, used_at')
type LinkRow = ReturnType<typeof toRow>

export const insert = (tx: Tx, author: Author, link: SignInLink, hash: string): Promise<void> =>
  insertRecorded(tx, author, 'sign_in_link', { ...toRow(link), hash })

/** Uses the link up. Null if there is no such link, or it is used or expired, so that only one of two concurrent calls succeeds. */
export const use = async (tx: Tx, authorOf: (link: SignInLink) => Author, hash: string, now: number): Promise<SignInLink | null> => {
  const [row] = await tx.query<LinkRow>('select * from sign_in_links where hash = $1', [hash])
  if (!row) return null
  const link = fromRow(row)
  const decide = (locked: LinkRow) => (locked.used_at === null && locked.expires_at > now ? { used_at: now } : null)
  return (await changeRecorded<LinkRow>(tx, authorOf(link), 'sign_in_link', { id: link.id }, decide)) && link
}
