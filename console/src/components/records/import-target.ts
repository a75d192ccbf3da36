// Sends the rows of an imported file to an operation of /ops/v1, for one business in live or test mode.

import type { RowMistake, SendRows } from '../../../../web/import-rows.ts'
import { mistakesIn } from '../../../../web/import-rows.ts'
import { api } from '../../api.ts'
import type { Mode } from '../../scope.tsx'

/** `path`: API path that receives the rows. A file may be sent in parts, one request per part. */
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
