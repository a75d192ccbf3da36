// Passkeys of people who work for client businesses.

import { createPasskeyTable } from '../staff/passkey-table.ts'

const table = createPasskeyTable({ table: 'user_passkeys', type: 'user_passkey', owner: 'user_id' })
export const { insert, byCredential, markUsed, revoke, ofOwner: ofUser } = table
