// The open streams of changes, one per window of the console: who is told of what, and when a stream ends.

import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../domain/staff/staff.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { ANY_OBJECT } from '../../platform/engine/notification-batches.ts'
import type { AuditedType } from '../../store/audit/audit.ts'
import { OBJECTS_CHANGED, SESSIONS_ENDED } from '../../store/audit/change-feed.ts'

/** Shorter than the time after which the server and usual proxies take a connection for dead. */
const HEARTBEAT_MS = 15_000
/** Then the browser opens another, and its session is looked up again: one may run out without anybody ending it. */
const STREAM_MAX_MS = 60 * 60 * 1000
/** A browser has no more connections to one server. */
export const STREAMS_PER_SESSION_MAX = 6
const STREAMS_MAX = 1_000
const RETRY_SECONDS = 10
/** A window that does not read has to open another stream. */
const UNREAD_MAX_BYTES = 64 * 1024
/** How soon a change shows that another process made in an embedded store. */
const LOOK_ELSEWHERE_EVERY_MS = 1_000
const EPOCH_BYTES = 8

/** `id` is null where several changed; `kind` too, where it is not known what did. */
type ToldChange = { kind: string | null; id: string | null }

const ANYTHING: readonly ToldChange[] = [{ kind: null, id: null }]

/** Kinds that no page shows by themselves, and those that only admins may see. */
const UNTOLD = new Set<string>([SESSIONS_ENDED, ...(['store', 'audit_archive', 'setup_link', 'ledger_entry'] satisfies AuditedType[])])
const FOR_ADMINS = new Set<string>(['staff', 'staff_invitation', 'access_token', 'second_factor', 'passkey'] satisfies AuditedType[])

const isToldTo = (role: Role, { kind }: ToldChange): boolean =>
  kind === null || (!UNTOLD.has(kind) && (role === 'admin' || !FOR_ADMINS.has(kind)))

const changeOf = (subject: string): ToldChange => {
  const [kind = '', id = ANY_OBJECT] = subject.split(' ')
  return { kind, id: id === ANY_OBJECT ? null : id }
}

type Stream = { request: FastifyRequest; out: PassThrough; expires: NodeJS.Timeout }

const write = ({ out }: Stream, text: string): void => {
  if (out.writableLength + out.readableLength > UNREAD_MAX_BYTES) out.destroy()
  else if (!out.writableEnded) out.write(text)
}

const eventText = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export const createChangeStreams = (deps: Deps) => {
  const streams = new Set<Stream>()
  const epoch = Buffer.from(deps.random(EPOCH_BYTES)).toString('hex')
  let count = 0
  let listening: Promise<() => Promise<void>> | null = null
  let timers: NodeJS.Timeout[] = []
  let seenElsewhere: number | null = null
  let isClosed = false

  const position = (): string => `${epoch}-${count}`

  /** What a colleague lost by a change ends at once; a store that does not answer ends the stream, and the window asks again. */
  const checkAuthority = async (stream: Stream): Promise<void> => {
    try {
      await stream.request.requireAuthority()
    } catch (error) {
      if (error instanceof Rejection) write(stream, eventText('signed_out', {}))
      stream.out.end()
    }
  }

  const tell = (changes: readonly ToldChange[]): void => {
    count += 1
    for (const stream of streams) {
      const { staff, role } = stream.request.staff
      if (changes.some(({ kind, id }) => kind === null || ((kind === 'staff' || kind === SESSIONS_ENDED) && (id ?? staff.id) === staff.id)))
        void checkAuthority(stream)
      const told = changes.filter((change) => isToldTo(role, change))
      if (told.length > 0) write(stream, eventText('changes', { position: position(), changes: told }))
    }
  }

  const listen = (): Promise<unknown> => {
    listening ??= deps.db.listen(OBJECTS_CHANGED, (subjects) => tell(subjects?.map(changeOf) ?? ANYTHING))
    return listening
  }

  /** Asks the log's header in shared memory, not the store. */
  const lookElsewhere = (): void => {
    const elsewhere = deps.db.writtenElsewhere()
    if (elsewhere !== seenElsewhere && streams.size > 0) tell(ANYTHING)
    seenElsewhere = elsewhere
  }

  const startTimers = (): void => {
    seenElsewhere = deps.db.writtenElsewhere()
    const beat = () => {
      for (const stream of streams) write(stream, ':\n\n')
    }
    timers = [setInterval(beat, HEARTBEAT_MS)]
    if (seenElsewhere !== null) timers.push(setInterval(lookElsewhere, LOOK_ELSEWHERE_EVERY_MS))
    for (const timer of timers) timer.unref()
  }

  const forget = (stream: Stream): void => {
    clearTimeout(stream.expires)
    streams.delete(stream)
    if (streams.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  const requireRoom = ({ staff: { session } }: FastifyRequest): void => {
    const own = [...streams].filter(({ request }) => request.staff.session?.id === session?.id).length
    if (streams.size >= STREAMS_MAX || own >= STREAMS_PER_SESSION_MAX)
      throw new Rejection('RATE_LIMITED', 'Too many windows follow changes at once.', { retryAfterSeconds: RETRY_SECONDS })
  }

  return {
    /** Moves on with every change; before the first one, it begins to follow them. */
    position: async (): Promise<string> => {
      await listen()
      return position()
    },
    /** `after`: the position up to which the window knows what changed. */
    open: async (request: FastifyRequest, after: string | undefined): Promise<PassThrough> => {
      await listen()
      // From here on nothing is waited for until it is one of them.
      requireRoom(request)
      const out = new PassThrough()
      const stream: Stream = { request, out, expires: setTimeout(() => out.end(), STREAM_MAX_MS) }
      stream.expires.unref()
      if (streams.size === 0) startTimers()
      streams.add(stream)
      out.once('close', () => forget(stream))
      write(stream, eventText('ready', { position: position(), missed: after !== undefined && after !== position() }))
      // Whoever was removed while the stream was being opened was not told by it.
      await checkAuthority(stream)
      if (isClosed) out.end()
      return out
    },
    /** Ends all streams, so that a server that stops need not wait for them. */
    close: async (): Promise<void> => {
      isClosed = true
      for (const { out } of [...streams]) out.end()
      await (await listening)?.()
    },
  }
}
