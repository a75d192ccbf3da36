// Accounts of people who work for client businesses.

import type { User } from '../../domain/members/member.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { lockRow } from '../values/rows-by-token.ts'

const { list: columns, fromRow, toRow } = columnsOf<User>()('id, email, name, phone, phone_key, phone_confirmed_at, created_at')
type UserRow = ReturnType<typeof toRow>

export const insert = (tx: Tx, author: Author, user: User): Promise<void> =>
  insertRecorded(tx, author, 'user', { ...toRow(user), email_key: emailKey(user.email) })

export const findByEmail = (db: Query, email: string): Promise<User | null> =>
  readRow(db, `select ${columns} from users where email_key = $1`, [emailKey(email)], fromRow)

/** The person who confirmed this phone number. */
export const findByPhone = (db: Query, number: string): Promise<User | null> =>
  readRow(db, `select ${columns} from users where phone_key = $1`, [number], fromRow)

/** Locks an account until the transaction ends, so that sign-ins and changes to the account happen one after another. */
export const lock = async (tx: Tx, id: string): Promise<User> => fromRow(await lockRow<UserRow>(tx, 'usr', id))

type Changes = Partial<Pick<User, 'name' | 'phone' | 'phoneKey' | 'phoneConfirmedAt'>>

export const change = async (tx: Tx, author: Author, id: string, changes: Changes): Promise<User> => {
  const { phoneKey, phoneConfirmedAt, ...plain } = changes
  const columnsChanged = {
    ...plain,
    ...(phoneKey === undefined ? {} : { phone_key: phoneKey }),
    ...(phoneConfirmedAt === undefined ? {} : { phone_confirmed_at: phoneConfirmedAt }),
  }
  return fromRow((await changeRecorded<UserRow>(tx, author, 'user', { id }, () => columnsChanged))!)
}
