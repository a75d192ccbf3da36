// Parses Africa's Talking callbacks: delivery reports and texts from recipients. Callbacks are not signed; a secret in the URL authenticates them.

import type { Callback, CallbackRequest, StatusReport } from '../channel.ts'
import { safeReason } from '../channel.ts'
import { formOf } from '../form.ts'
import { isSame } from '../signature.ts'

const SECRET_PARAMETER = 'secret'

const STATUSES: Readonly<Record<string, StatusReport['status']>> = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
}

export const readAfricasTalkingCallback = ({ url, rawBody }: CallbackRequest, secret: string): Callback | null => {
  if (!isSame(URL.parse(url)?.searchParams.get(SECRET_PARAMETER), secret)) return null
  const form = formOf(rawBody)
  const report = reportOf(form)
  const { from, text } = form
  return { reports: report ? [report] : [], texts: report || !from || !text ? [] : [{ from, text }] }
}

const reportOf = ({ id, status: said, failureReason }: Readonly<Record<string, string>>): StatusReport | null => {
  const status = said !== undefined && Object.hasOwn(STATUSES, said) ? STATUSES[said] : undefined
  if (!id || !status) return null
  return { providerId: id, status, reason: status === 'failed' ? safeReason(failureReason || said!, []) : null, at: null, cost: null }
}
