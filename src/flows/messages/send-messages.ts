// Sends due messages: claims them in one transaction, calls the provider outside any transaction, and saves the outcome in a second transaction.

import type { Customer } from '../../domain/customers/customer.ts'
import { messageFailed } from '../../domain/events/event.ts'
import { addressKey } from '../../domain/messages/address.ts'
import type { Standing } from '../../domain/messages/dispatch.ts'
import { countedSince, decideDue } from '../../domain/messages/dispatch.ts'
import type { Change, Message, Outcome } from '../../domain/messages/message.ts'
import { afterAttempt } from '../../domain/messages/message.ts'
import { CHANNELS, holdsCode, isSignInCode } from '../../domain/messages/purpose.ts'
import type { Facts } from '../../domain/messages/values.ts'
import { NAMED_MAX } from '../../domain/messages/values.ts'
import type { Operator } from '../../domain/operator/operator.ts'
import { operatorZone } from '../../domain/operator/operator.ts'
import type { CollectionCode } from '../../domain/packages/collection.ts'
import { makeSecret } from '../../domain/values/codes.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { OutgoingMessage } from '../../messages/channel.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as customers from '../../store/customers/customers.ts'
import * as attempts from '../../store/messages/message-attempts.ts'
import * as queue from '../../store/messages/message-queue.ts'
import type { Stop } from '../../store/messages/message-stops.ts'
import * as stops from '../../store/messages/message-stops.ts'
import type { Unreachable } from '../../store/messages/message-unreachable.ts'
import * as unreachable from '../../store/messages/message-unreachable.ts'
import type { SentMessage } from '../../store/messages/messages.ts'
import * as messages from '../../store/messages/messages.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as collectionCodes from '../../store/packages/collection-codes.ts'
import type { Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { noteReach } from './consent.ts'
import { outgoing, senderNameOf } from './outgoing.ts'
import type { TemplatesInUse } from './read-templates.ts'
import { templatesInUse } from './read-templates.ts'
import { renderMessage } from './render-message.ts'
import type { FreeSlots, Slots } from './slots.ts'
import { createSlots } from './slots.ts'

const SEND_TIMEOUT_MS = 20_000
/** Time allowed for sending a message and saving the outcome. After this time, the outcome counts as unknown. */
const LEASE_MS = 90_000
const TOKEN_BYTES = 16
const ACTOR = 'messages'

/** The provider name of messages in test mode, which are not sent. */
export const TEST_PROVIDER = 'test'

/** `baseUrl`: the URL of this server, for links in messages. */
export type Sending = { baseUrl: string; leaseMs?: number; slots?: Slots }

/** Sends all due messages. Returns how many were handled. */
export const sendDueMessages = async (deps: Deps, sending: Sending): Promise<number> => {
  await giveUpAbandoned(deps)
  const slots = sending.slots ?? createSlots()
  let handled = 0
  while (await queue.hasDue(deps.db, deps.clock(), slots.free(deps.channels))) {
    const { claims, changed } = await claimDue(deps, sending, slots)
    const sent = claims.map((claimed) => sendClaimed(deps, claimed).finally(() => slots.giveBack(claimed.sent.message.channel, 1)))
    await Promise.all(sent)
    handled += changed
    if (changed === 0) break
  }
  return handled
}

type Chosen = { claims: Claimed[]; changed: number }

/** Claims due messages. Each claimed message occupies a slot. The caller frees the slot after the message was sent. */
const claimDue = async (deps: Deps, sending: Sending, slots: Slots): Promise<Chosen> => {
  const free = slots.takeAll(deps.channels)
  let claims: readonly Claimed[] = []
  try {
    const chosen = await deps.db.transaction(SYSTEM, (tx) => chooseDue(deps, tx, sending, free))
    claims = chosen.claims
    return chosen
  } finally {
    for (const kind of CHANNELS) slots.giveBack(kind, free[kind] - claims.filter(({ sent }) => sent.message.channel === kind).length)
  }
}

type Claimed = { sent: SentMessage; outgoing: OutgoingMessage; token: string }

type Sender = { name: string; timeZone: string; clockOffsetMs: number; senderName: string }

/** Data for all messages that are claimed in one transaction. Rows that several messages need are read only once. */
type Turn = {
  operator: Operator | null
  templates: TemplatesInUse
  senders: Map<string, Sender>
  customers: Map<string, Customer>
  /** Collection codes of packages that are ready for collection, by package ID. */
  codes: Map<string, CollectionCode>
  stops: readonly Stop[]
  unreachable: readonly Unreachable[]
  sentToday: Map<string, number>
}

const chooseDue = async (deps: Deps, tx: Tx, sending: Sending, free: FreeSlots): Promise<Chosen> => {
  const now = deps.clock()
  await queue.takeTurn(tx, now)
  const due = await queue.due(tx, now, free)
  if (due.length === 0) return { claims: [], changed: 0 }
  const turn = await readTurn(tx, due)
  const claims: Claimed[] = []
  for (const group of Map.groupBy(due, ({ message }) => message.gatherKey).values()) {
    const claimed = await chooseGroup(deps, tx, turn, group, sending)
    if (claimed) claims.push(claimed)
  }
  return { claims, changed: due.length }
}

const readTurn = async (tx: Tx, due: readonly SentMessage[]): Promise<Turn> => {
  const addresses = [...new Set(due.map(({ message }) => addressKey(message.channel, message.address)))]
  const [operator, templates, stopped, lost] = await Promise.all([
    operatorStore.find(tx),
    templatesInUse(tx),
    stops.ofAddresses(tx, addresses),
    unreachable.ofAddresses(tx, addresses),
  ])
  const turn: Turn = {
    operator,
    templates,
    senders: new Map(),
    customers: new Map(),
    codes: new Map(),
    stops: stopped,
    unreachable: lost,
    sentToday: new Map(),
  }
  for (const [key, group] of Map.groupBy(due, scopeKey)) {
    const scope = group[0]!
    turn.senders.set(key, await readSender(tx, scope, operator))
    if (scope.businessId === null) continue
    const owner = { businessId: scope.businessId, mode: scope.mode }
    const ids = group.map(({ message }) => message.customerId).filter((id) => id !== null)
    for (const [id, customer] of await customers.byIds(tx, owner, [...new Set(ids)])) turn.customers.set(id, customer)
    const toCollect = group.flatMap(({ message: { purpose, packageId } }) => (holdsCode(purpose) && packageId !== null ? [packageId] : []))
    for (const [id, code] of await collectionCodes.ofPackages(tx, owner, toCollect)) turn.codes.set(id, code)
  }
  return turn
}

const scopeKey = ({ businessId, mode }: SentMessage): string => `${businessId} ${mode}`

const readSender = async (tx: Tx, { businessId, mode }: SentMessage, operator: Operator | null): Promise<Sender> => {
  const found = businessId === null ? null : await businesses.findWithClock(tx, { businessId, mode })
  if (!found)
    return {
      name: '',
      timeZone: operatorZone(operator, await businesses.firstZone(tx)),
      clockOffsetMs: 0,
      senderName: senderNameOf(null, operator),
    }
  const { business, clockOffsetMs } = found
  return { name: business.name, timeZone: business.timeZone, clockOffsetMs, senderName: senderNameOf(business, operator) }
}

/**
 * Claims the messages of a group that can be sent now, and combines them into one message. Messages that cannot be sent now are suppressed,
 * withdrawn or delayed.
 */
const chooseGroup = async (deps: Deps, tx: Tx, turn: Turn, group: readonly SentMessage[], sending: Sending): Promise<Claimed | null> => {
  const sender = turn.senders.get(scopeKey(group[0]!))!
  const now = deps.clock() + sender.clockOffsetMs
  const together: Message[] = []
  for (const { message, mode } of group) {
    const change = decideDue(message, await standingOf(deps, tx, turn, message, mode, sender, now))
    if (change !== null) await applyChange(deps, tx, { ...group[0]!, message }, change)
    else if (holdsCode(message.purpose) && !turn.codes.has(message.packageId!))
      await applyChange(deps, tx, { ...group[0]!, message }, CODELESS)
    // A message can list at most `NAMED_MAX` collection codes. If the group has more codes, the remaining messages wait for the next turn.
    else if (!holdsCode(message.purpose) || together.length < NAMED_MAX) together.push(message)
  }
  const [first, ...others] = together
  if (!first) return null
  const { mode, businessId } = group[0]!
  const template = turn.templates(first)
  const { purpose, channel, language } = first
  const framing = { purpose, channel, language, senderName: sender.senderName, baseUrl: sending.baseUrl }
  const render = (factsOf: (message: Message) => Facts) => renderMessage(template.texts, together.map(factsOf), framing)
  const rendered = render((message) => withCode(message, turn.codes.get(message.packageId ?? '')?.code))
  const provider = mode === 'test' ? TEST_PROVIDER : deps.channels[first.channel]!.name
  // The text of a message to staff is not stored, because it may contain a sign-in link. In other stored texts, collection codes are
  // hidden.
  const stored = render((message) => withCode(message, HIDDEN_CODE))
  const text = first.recipient === 'staff' ? null : stored.text
  // If the message has a sign-in code, its subject is not stored either, because staff may have put the code into the subject of the
  // template.
  const subject = first.facts.code === undefined ? stored.subject : null
  const lead: Message = { ...first, subject, text, templateVersion: template.version, provider }
  const token = makeSecret(deps.random(TOKEN_BYTES))
  await queue.claim(tx, lead, others, { token, until: deps.queueClock() + (sending.leaseMs ?? LEASE_MS) }, now)
  countSent(turn, lead)
  if (mode === 'test') {
    await messages.change(tx, lead.id, { state: 'sent', sentAt: now })
    return null
  }
  const built = outgoing(lead, rendered, { senderName: sender.senderName, operator: turn.operator, baseUrl: sending.baseUrl })
  return { sent: { businessId, mode, message: { ...lead, attempts: lead.attempts + 1 } }, outgoing: built, token }
}

const HIDDEN_CODE = '••••••'
const CODELESS: Change = { state: 'withdrawn', reason: 'The package has no collection code.' }

const withCode = ({ purpose, facts }: Message, code: string | undefined): Facts =>
  holdsCode(purpose) && code !== undefined ? { ...facts, collection_code: code } : facts

/** The key under which a message is counted for the daily limit. Sign-in codes have a separate count. */
const countKey = ({ purpose, channel, address }: Message): string => `${isSignInCode(purpose) ? purpose : ''} ${channel} ${address}`

const countSent = ({ sentToday }: Turn, message: Message): void => {
  sentToday.set(countKey(message), (sentToday.get(countKey(message)) ?? 0) + 1)
}

const standingOf = async (
  deps: Deps,
  tx: Tx,
  turn: Turn,
  message: Message,
  mode: Scope['mode'],
  { timeZone }: Sender,
  now: number,
): Promise<Standing> => {
  const { channel, address, purpose } = message
  if (!turn.sentToday.has(countKey(message))) {
    const counted = isSignInCode(purpose) ? purpose : null
    turn.sentToday.set(countKey(message), await queue.countSince(tx, message, mode, countedSince(message, now, timeZone), counted))
  }
  const key = addressKey(channel, address)
  return {
    now,
    timeZone,
    customer: message.customerId === null || message.recipient !== 'customer' ? null : (turn.customers.get(message.customerId) ?? null),
    stoppedAt: turn.stops.find((stop) => stop.channel === channel && stop.address === key)?.stoppedAt ?? null,
    // Messages in test mode reach no provider, so nothing is known about their addresses.
    unreachable:
      mode === 'test' ? null : (turn.unreachable.find((lost) => lost.channel === channel && lost.address === key)?.reason ?? null),
    sentToday: turn.sentToday.get(countKey(message))!,
    isChannelReady: mode === 'test' || deps.channels[channel] !== undefined,
  }
}

const sendClaimed = async (deps: Deps, { sent, outgoing: built, token }: Claimed): Promise<void> => {
  const channel = deps.channels[sent.message.channel]!
  let outcome: Outcome
  try {
    outcome = await channel.send(built, SEND_TIMEOUT_MS)
  } catch (error) {
    outcome = { kind: 'unknown', reason: (error as Error).message }
  }
  await deps.db.transaction(SYSTEM, (tx) => settle(deps, tx, sent, token, outcome))
}

/**
 * Saves the outcome of a message. If the lease of the message has expired, the message was already given up as `unknown`, and only the
 * outcome `sent` is saved.
 */
const settle = async (deps: Deps, tx: Tx, sent: SentMessage, token: string, outcome: Outcome): Promise<void> => {
  const { id } = sent.message
  const change = afterAttempt(sent.message, outcome, deps.clock())
  if (await queue.release(tx, id, token)) {
    await attempts.record(tx, id, outcome)
    await noteReach(tx, sent.message, outcome, deps.clock())
    return applyChange(deps, tx, sent, change)
  }
  const now = await messages.lock(tx, id)
  if (now?.message.state !== 'unknown' || outcome.kind !== 'sent') return
  await attempts.record(tx, id, outcome)
  await messages.change(tx, id, change)
}

/** Changes a message. If the message failed, records an event for the business. */
export const applyChange = async (deps: Deps, tx: Tx, { businessId, mode, message }: SentMessage, change: Change): Promise<void> => {
  await messages.change(tx, message.id, change)
  if (message.recipient === 'staff' && change.state !== 'queued') await messages.forgetFacts(tx, message.id)
  if (change.state !== 'failed' || businessId === null) return
  const at = deps.clock()
  const caller = await callerFor(tx, { businessId, mode }, { actor: ACTOR, requestId: `${ACTOR}-${at}`, at })
  const { message: failed } = await messages.loadAny(tx, message.id)
  await recordEvents(deps, tx, caller, [messageFailed(failed)])
}

const giveUpAbandoned = async (deps: Deps): Promise<void> => {
  const now = deps.queueClock()
  for (const id of await queue.abandoned(deps.db, now))
    await deps.db.transaction(SYSTEM, async (tx) => {
      const found = await messages.lock(tx, id)
      if (found?.message.state !== 'sending' || !(await queue.isAbandoned(tx, id, now))) return
      const reason = 'The server stopped while it was sending the message.'
      await attempts.record(tx, id, { kind: 'unknown', reason })
      await applyChange(deps, tx, found, { state: 'unknown', reason })
    })
}
