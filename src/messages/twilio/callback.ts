// Parses Twilio's callbacks: status reports and texts from recipients. Pure functions.

import { createHmac } from 'node:crypto'
import type { Callback, CallbackRequest, StatusReport } from '../channel.ts'
import { formOf } from '../form.ts'
import { isSame } from '../signature.ts'
import { UNREACHABLE } from './exchange.ts'

const SIGNATURE_HEADER = 'x-twilio-signature'
/** The parameter of our callback URL that holds our id for the message. */
const REFERENCE_PARAMETER = 'ref'

/** The signature covers the full URL, followed by the names and values of the form's fields, sorted by name. */
export const signTwilioForm = (url: string, form: Readonly<Record<string, string>>, authToken: string): string => {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64')
}

const STATUSES: Readonly<Record<string, StatusReport['status']>> = {
  queued: 'sent',
  accepted: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

export const readTwilioCallback = ({ url, headers, rawBody }: CallbackRequest, authToken: string): Callback | null => {
  const form = formOf(rawBody)
  if (!isSame(headers[SIGNATURE_HEADER], signTwilioForm(url, form, authToken))) return null
  const report = reportOf(form, URL.parse(url)?.searchParams.get(REFERENCE_PARAMETER))
  const { From: from, Body: text } = form
  const isInbound = form.SmsStatus === 'received' && from !== undefined && text !== undefined
  return { reports: report ? [report] : [], texts: isInbound ? [{ from, text }] : [] }
}

const reportOf = (form: Readonly<Record<string, string>>, reference: string | null | undefined): StatusReport | null => {
  const { MessageSid: providerId, MessageStatus: said, ErrorCode: code } = form
  const status = said !== undefined && Object.hasOwn(STATUSES, said) ? STATUSES[said] : undefined
  if (!providerId || !status) return null
  const reason = status === 'failed' ? `Twilio: ${said}${code ? ` (${code})` : ''}` : null
  const reach = status === 'failed' && UNREACHABLE.has(Number(code)) ? { isUnreachable: true as const } : {}
  return { providerId, ...(reference ? { messageId: reference } : {}), status, reason, at: null, cost: null, ...reach }
}
