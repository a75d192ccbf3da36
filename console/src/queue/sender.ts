// Sends the entries of the offline queue in order. A refused entry does not hold up the entries after it.

import { ApiError, api, isSiteRefusal } from '../api.ts'
import { errorText } from '../components/states.tsx'
import { t } from '../strings.ts'
import { isConnected, trackConnection } from './connection.ts'
import type { QueueEntry } from './entries.ts'
import { addEntry, allEntries, changeEntry, removeEntry, waitingOf } from './entries.ts'
import { deletePhoto, readPhoto, storePhoto } from './queued-photos.ts'

/** How long an entry is retried. The server keeps an idempotency key for one day. A later retry could create a second receipt. */
const IDEMPOTENCY_KEY_VALID_MS = 23 * 60 * 60 * 1000
/** Entries and scans older than this are deleted. It is assumed that their parcels have been received in another way. */
export const QUEUE_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
const LOCK = 'waybill-queue'

const photosOf = (path: string, answer: Created): string => `${path}/${answer.receipt?.receipt_id ?? answer.unidentified_parcel_id}/photos`

type Created = { receipt?: { receipt_id: string }; unidentified_parcel_id?: string }
type Parcel = Pick<QueueEntry, 'path' | 'body' | 'title' | 'site' | 'staffId'>
export type Outcome<T> = { kind: 'done'; answer: T; photoError: unknown } | { kind: 'queued'; id: string }

/**
 * True if a later attempt may succeed: no answer, not signed in, too many requests, server unavailable, or an earlier attempt is still
 * running.
 */
const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 502 || error.code === 'IDEMPOTENCY_IN_PROGRESS')

type Sent = Pick<QueueEntry, 'id' | 'path' | 'staffId'>

/** `staffId`: sent with the photo. The server refuses the photo if somebody other than this person is signed in by then. */
const sendPhoto = ({ id, path, staffId }: Sent, answer: Created, photo: Blob): Promise<unknown> =>
  trackConnection(api.send('POST', photosOf(path, answer), photo, { idempotencyKey: `${id}-photo`, staffId }))

/** Sends the parcel at once if the queue is empty and the server answers; otherwise queues the parcel. Throws if the server refuses it. */
export const sendOrQueue = async <T>(parcel: Parcel, photo: Blob | null): Promise<Outcome<T>> => {
  const id = crypto.randomUUID()
  const queue = async (firstTriedAt: number | null): Promise<Outcome<T>> => {
    if (photo) await storePhoto(id, photo)
    addEntry({ ...parcel, id, queuedAt: Date.now(), firstTriedAt, refusal: null, hasPhoto: photo !== null })
    return { kind: 'queued', id }
  }
  if (!isConnected() || waitingOf(parcel.staffId).length > 0) return queue(null)
  const triedAt = Date.now()
  let answer: T
  try {
    answer = await trackConnection(api.send<T>('POST', parcel.path, parcel.body, { idempotencyKey: id, staffId: parcel.staffId }))
  } catch (error) {
    if (!isRetryable(error)) throw error
    return queue(triedAt)
  }
  if (!photo) return { kind: 'done', answer, photoError: null }
  try {
    await sendPhoto({ ...parcel, id }, answer as Created, photo)
  } catch (error) {
    // The queue sends the receipt again before the photo. The idempotency key is the same, so the server repeats its first answer. That
    // answer contains the ID that the upload of the photo needs.
    if (isRetryable(error)) return queue(triedAt)
    return { kind: 'done', answer, photoError: error }
  }
  return { kind: 'done', answer, photoError: null }
}

const removeWithPhoto = async (id: string, hasPhoto: boolean): Promise<void> => {
  removeEntry(id)
  if (hasPhoto) await deletePhoto(id)
}

/** Says why the server refused an entry. If the user may no longer work at the entry's site, also says what to do. */
const refusalText = ({ site }: QueueEntry, error: unknown): string => {
  const reason = errorText(error)
  return site && isSiteRefusal(error) ? t('receive.siteRefused', { site, reason }) : reason
}

/** Returns false if the entry must be tried again later. */
const sendEntry = async (entry: QueueEntry): Promise<boolean> => {
  const { id, path, body, hasPhoto, firstTriedAt, staffId } = entry
  const now = Date.now()
  if (firstTriedAt !== null && now - firstTriedAt > IDEMPOTENCY_KEY_VALID_MS) {
    changeEntry(id, { refusal: t('receive.tooOld') })
    return true
  }
  if (firstTriedAt === null) changeEntry(id, { firstTriedAt: now })
  try {
    const answer = await trackConnection(api.send<Created>('POST', path, body, { idempotencyKey: id, staffId }))
    const photo = hasPhoto ? await readPhoto(id) : undefined
    if (photo) await sendPhoto(entry, answer, photo)
    await removeWithPhoto(id, hasPhoto)
    return true
  } catch (error) {
    if (isRetryable(error)) return false
    changeEntry(id, { refusal: refusalText(entry, error) })
    return true
  }
}

/** Returns the number of entries that were sent or refused. The lock lets only one tab send at a time. */
export const sendQueued = (staffId: string): Promise<number> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    let count = 0
    // Checks `onLine` but not `isConnected()`, because a server that did not answer before may answer now.
    for (let next = waitingOf(staffId)[0]; lock && next && navigator.onLine; next = waitingOf(staffId)[0]) {
      if (!(await sendEntry(next))) break
      count++
    }
    return count
  })

const ownEntry = (id: string, staffId: string): QueueEntry | undefined =>
  allEntries().find((entry) => entry.id === id && entry.staffId === staffId)

/** Retries a refused entry. If `isConfirmed`, the request tells the server that the user has confirmed the values. */
export const retryEntry = (id: string, staffId: string, isConfirmed: boolean): void => {
  const entry = ownEntry(id, staffId)
  if (entry) changeEntry(id, { refusal: null, body: isConfirmed ? { ...entry.body, confirm: true } : entry.body })
}

export const dropEntry = async (id: string, staffId: string): Promise<void> => {
  const entry = ownEntry(id, staffId)
  if (entry) await removeWithPhoto(id, entry.hasPhoto)
}

export const dropExpired = (): void => {
  for (const { id, queuedAt, hasPhoto } of allEntries()) if (Date.now() - queuedAt > QUEUE_MAX_AGE_MS) void removeWithPhoto(id, hasPhoto)
}
