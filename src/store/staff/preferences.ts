// The console language that each member of staff chose.

import type { Language } from '../../domain/staff/staff.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert } from '../../platform/engine/rows.ts'

/** The language that a member of staff chose. Null if no language was chosen. */
export const languageOf = async (db: Query, staffId: string): Promise<Language | null> => {
  const rows = await db.query<{ language: Language }>('select language from staff_preferences where staff_id = $1', [staffId])
  return rows[0]?.language ?? null
}

export const saveLanguage = async (tx: Tx, staffId: string, language: Language): Promise<void> => {
  await insert(
    tx,
    'staff_preferences',
    [{ staff_id: staffId, language }],
    'on conflict (staff_id) do update set language = excluded.language',
  )
}
