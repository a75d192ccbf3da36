// The interface of every message channel. Building requests and parsing answers are pure functions. Only `send` does I/O.

export type ChannelKind = 'email' | 'sms' | 'whatsapp'

export type OutgoingMessage = {
  /** Our id for the message, such as `msg_…`. */
  id: string
  /** An email address, or a phone number in E.164 format. */
  to: string
  /** For email only. */
  subject: string | null
  text: string
  /** For email only. */
  html: string | null
  /**
   * A template that Meta has approved, with its parameters in order. WhatsApp requires a template if the recipient has not written in the
   * last 24 hours.
   */
  template: MessageTemplate | null
  /** The link for one-click unsubscription. For email only. */
  unsubscribeUrl: string | null
  /** The sender name that the recipient sees. */
  senderName: string
  /** The URL for status reports on this message. Used only if the provider accepts a separate URL for each message. */
  statusCallbackUrl: string | null
}

/** `copied`: the code that the template's button copies. Absent if the template has no such button. */
type MessageTemplate = { name: string; language: string; parameters: readonly string[]; copied?: string }

/** The price that the provider charges for a message. `amount` is a decimal number as text, such as 4.0000. */
export type MessageCost = { amount: string; currency: string }

/**
 * `sent`: the provider accepted the message. `refused`: the provider did not accept the message, and Waybill can try again unless
 * `isPermanent`. `unknown`: the provider may have accepted the message, so Waybill does not send it again by itself.
 */
export type SendOutcome =
  | { kind: 'sent'; providerId: string | null; cost: MessageCost | null }
  | { kind: 'refused'; reason: string; isPermanent: boolean; isUnreachable?: true }
  | { kind: 'unknown'; reason: string }

/** A status that the provider reports after it accepted the message. Reports may arrive late, twice or out of order. */
export type StatusReport = {
  providerId: string
  /** Our id for the message, if the report contains it. It identifies the message if Waybill never received the `providerId`. */
  messageId?: string
  status: 'sent' | 'delivered' | 'failed'
  reason: string | null
  /** True if the provider reports that nobody can be reached at the recipient's address or number. */
  isUnreachable?: true
  /** The time of the status according to the provider, in epoch milliseconds. */
  at: number | null
  cost: MessageCost | null
}

/** A text that somebody sent to the operator's number. `from` is a phone number in E.164 format. */
export type InboundText = { from: string; text: string }

/** `url`: the public URL of the callback. Some providers include the URL in the signature. */
export type CallbackRequest = { url: string; headers: Readonly<Record<string, unknown>>; rawBody: Uint8Array }

export type Callback = { reports: readonly StatusReport[]; texts: readonly InboundText[] }

export type Channel = {
  kind: ChannelKind
  name: string
  /** How many messages the channel sends at the same time. If a server dies, the outcome of up to this many messages is unknown. */
  atOnce: number
  /** Never throws. `timeoutMs` limits the whole call. `hear` is for test messages and receives the text of the provider's answer. */
  send(message: OutgoingMessage, timeoutMs: number, hear?: (answer: string) => void): Promise<SendOutcome>
  /**
   * Returns null if the request carries no valid proof, such as a signature, that the provider sent it. The method is absent for providers
   * that send no callbacks.
   */
  readCallback?(request: CallbackRequest): Callback | null
  /** Returns the answer to a request with which the provider checks our callback URL. Null if the token in that request is wrong. */
  answerCheck?(query: URLSearchParams): string | null
  /** Closes idle connections. */
  close?(): void
}

const REASON_MAX_CHARACTERS = 300

export const withoutSecrets = (said: string, secrets: readonly string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), said)

/** Returns the provider's words without control characters and without our secrets, cut to REASON_MAX_CHARACTERS. */
export const safeReason = (said: string, secrets: readonly string[]): string => {
  return withoutSecrets(said, secrets)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX_CHARACTERS)
}
