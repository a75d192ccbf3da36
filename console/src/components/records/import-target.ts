// Where the rows of an imported file are sent: an operation of the operator's API, for a business in a mode.

import type { RowMistake, SendRows } from '../../../../web/import-rows.ts'
import { mistakesIn } from '../../../../web/import-rows.ts'
import { api } from '../../api.ts'
import type { Mode } from '../../scope.tsx'

/** `path`: the operation that takes a part of the file. */
type Target = { path: string; businessId: string; mode: Mode; isDryRun: boolean }

export const sendRowsTo =
  ({ path, businessId, mode, isDryRun }: Target): SendRows =>
  async (csv) => {
    try {
      const body = { business_id: businessId, mode, csv, dry_run: isDryRun }
      return (await api.send<{ mistakes: RowMistake[] }>('POST', path, body)).mistakes
    } catch (error) {
      return mistakesIn(error)
    }
  }
