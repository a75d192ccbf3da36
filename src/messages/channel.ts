// The port of every message channel. As for carriers, build and parse are pure, and only send does I/O.

export type ChannelKind = 'email' | 'sms' | 'whatsapp'

export type OutgoingMessage = {
  /** Our id of the message, such as `msg_…`. */
  id: string
  /** An e-mail address, or a number in the form E.164. */
  to: string
  /** For e-mail only. */
  subject: string | null
  text: string
  /** For e-mail only. */
  html: string | null
  /** An approved template with its parameters in order. WhatsApp requires one outside the 24-hour window. */
  template: MessageTemplate | null
  /** The address of one-click unsubscription, for e-mail. */
  unsubscribeUrl: string | null
  /** The sender's name that the recipient sees. */
  senderName: string
  /** The URL to which the provider reports the status, if each message may have its own. */
  statusCallbackUrl: string | null
}

/** `copied`: the text that the template's button copies, for a code. */
type MessageTemplate = { name: string; language: string; parameters: readonly string[]; copied?: string }

/** The price that the provider charges for a message. `amount` is a decimal. */
export type MessageCost = { amount: string; currency: string }

/**
 * `sent`: the provider accepted the message. `refused`: the provider certainly did not accept it; a temporary refusal may be retried.
 * `unknown`: the provider may have accepted the message, so only a person may send it again.
 */
export type SendOutcome =
  | { kind: 'sent'; providerId: string | null; cost: MessageCost | null }
  | { kind: 'refused'; reason: string; isPermanent: boolean; isUnreachable?: true }
  | { kind: 'unknown'; reason: string }

/** A status that the provider reports after it accepted the message. Reports may be repeated, late and out of order. */
export type StatusReport = {
  providerId: string
  /** Our id of the message, if the provider returns it. Needed if `providerId` never arrived. */
  messageId?: string
  status: 'sent' | 'delivered' | 'failed'
  reason: string | null
  /** The address reaches nobody, according to the provider. */
  isUnreachable?: true
  /** The time of the status according to the provider, in epoch milliseconds. */
  at: number | null
  cost: MessageCost | null
}

/** A text that somebody sent to the operator's number. `from` is in the form E.164. */
export type InboundText = { from: string; text: string }

/** `url` is the public URL, which a signature may cover. */
export type CallbackRequest = { url: string; headers: Readonly<Record<string, unknown>>; rawBody: Uint8Array }

export type Callback = { reports: readonly StatusReport[]; texts: readonly InboundText[] }

export type Channel = {
  kind: ChannelKind
  name: string
  /** How many messages the channel sends at once. If a server dies, the outcome of up to this many messages is unknown. */
  atOnce: number
  /** Never throws. `timeoutMs` limits the whole call. `hear` gets the provider's answer in its own words, for a test message. */
  send(message: OutgoingMessage, timeoutMs: number, hear?: (answer: string) => void): Promise<SendOutcome>
  /** Returns null if nothing proves that the provider sent the request. The method is absent if the provider sends no callbacks. */
  readCallback?(request: CallbackRequest): Callback | null
  /** The answer to the provider's check of our callback URL. Null if the check has a wrong token. */
  answerCheck?(query: URLSearchParams): string | null
  /** Closes idle connections. */
  close?(): void
}

const REASON_MAX_CHARACTERS = 300

export const withoutSecrets = (said: string, secrets: readonly string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), said)

/** The provider's words without our secrets, short enough to be stored. */
export const safeReason = (said: string, secrets: readonly string[]): string => {
  return withoutSecrets(said, secrets)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX_CHARACTERS)
}
