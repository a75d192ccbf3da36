// The open streams of changes, one per window of the console.

import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../domain/staff/staff.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { ANY_OBJECT } from '../../platform/engine/notification-batches.ts'
import type { AuditedType } from '../../store/audit/audit.ts'
import { OBJECTS_CHANGED, SESSIONS_ENDED } from '../../store/audit/change-feed.ts'

/** The interval of heartbeats, which is shorter than the idle time-outs of the server and of common proxies. */
const HEARTBEAT_MS = 15_000
/** How long a stream may stay open. The browser then opens a new one, and the session is checked again. */
const STREAM_MAX_MS = 60 * 60 * 1000
/** How many streams one session may have open. Browsers open at most six connections to one server. */
export const STREAMS_PER_SESSION_MAX = 6
const STREAMS_MAX = 1_000
const RETRY_SECONDS = 10
/** How much unread data a stream may hold. A stream with more unread data is closed. */
const UNREAD_MAX_BYTES = 64 * 1024
/** How often the embedded store is checked for changes by other processes. */
const LOOK_ELSEWHERE_EVERY_MS = 1_000
const EPOCH_BYTES = 8

/** `id` is null if several objects of one kind changed. Both fields are null if it is unknown which objects changed. */
type ToldChange = { kind: string | null; id: string | null }

const ANYTHING: readonly ToldChange[] = [{ kind: null, id: null }]

/** Changes of these kinds are not sent to windows, because no page shows such objects. */
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

  /**
   * If the caller has lost access, tells the window and ends the stream. If the store fails, only ends the stream; the window then connects
   * again.
   */
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

  /**
   * Notifies all streams if another process wrote to the store. This needs no query: the store reads the header of the write-ahead log in
   * shared memory.
   */
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
    /** The current position in the sequence of changes. It advances with every change. The first call starts listening for changes. */
    position: async (): Promise<string> => {
      await listen()
      return position()
    },
    /** Opens a stream. `after`: the position of the last change that the window has seen. */
    open: async (request: FastifyRequest, after: string | undefined): Promise<PassThrough> => {
      await listen()
      // There must be no await between this check and `streams.add`. Otherwise concurrent calls could exceed the limit.
      requireRoom(request)
      const out = new PassThrough()
      const stream: Stream = { request, out, expires: setTimeout(() => out.end(), STREAM_MAX_MS) }
      stream.expires.unref()
      if (streams.size === 0) startTimers()
      streams.add(stream)
      out.once('close', () => forget(stream))
      write(stream, eventText('ready', { position: position(), missed: after !== undefined && after !== position() }))
      // Access is checked again, because it may have been revoked while the stream was being opened.
      await checkAuthority(stream)
      if (isClosed) out.end()
      return out
    },
    /** Ends all streams, so that the server can stop. */
    close: async (): Promise<void> => {
      isClosed = true
      for (const { out } of [...streams]) out.end()
      await (await listening)?.()
    },
  }
}
