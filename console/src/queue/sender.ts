// Sends queued entries in order. An entry that the server refuses is set aside and does not block the rest.

import { ApiError, api } from '../api.ts'
import { errorText } from '../components/states.tsx'
import { t } from '../strings.ts'
import { isConnected, trackConnection } from './connection.ts'
import type { QueueEntry } from './entries.ts'
import { addEntry, allEntries, changeEntry, removeEntry, waitingOf } from './entries.ts'
import { deletePhoto, readPhoto, storePhoto } from './queued-photos.ts'

/** The server keeps a key for a day; past it, sending again could do a thing twice. */
const IDEMPOTENCY_KEY_VALID_MS = 23 * 60 * 60 * 1000
/** What nobody came back for is dropped after so long, with its photo: parcels of last week have been received otherwise. */
export const QUEUE_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
const LOCK = 'waybill-queue'

/** Where the photos of what a path creates go, once it has a name. */
const photosOf = (path: string, answer: Created): string => `${path}/${answer.receipt?.receipt_id ?? answer.unidentified_parcel_id}/photos`

type Created = { receipt?: { receipt_id: string }; unidentified_parcel_id?: string }
type Parcel = Pick<QueueEntry, 'path' | 'body' | 'title' | 'staffId'>
export type Outcome<T> = { kind: 'done'; answer: T; photoError: unknown } | { kind: 'kept'; id: string }

/** Not a word on the thing itself: nobody answered, or not now, or not to this person. */
const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 502 || error.code === 'IDEMPOTENCY_IN_PROGRESS')

type Sent = Pick<QueueEntry, 'id' | 'path' | 'staffId'>

/** In the name of whoever received it: the server refuses it where somebody else is signed in by now. */
const sendPhoto = ({ id, path, staffId }: Sent, answer: Created, photo: Blob): Promise<unknown> =>
  trackConnection(api.send('POST', photosOf(path, answer), photo, { idempotencyKey: `${id}-photo`, staffId }))

/** At once if nothing waits before it and somebody answers; else it is kept. Throws what the server refuses. */
export const sendOrQueue = async <T>(parcel: Parcel, photo: Blob | null): Promise<Outcome<T>> => {
  const id = crypto.randomUUID()
  const keep = async (firstTriedAt: number | null): Promise<Outcome<T>> => {
    if (photo) await storePhoto(id, photo)
    addEntry({ ...parcel, id, queuedAt: Date.now(), firstTriedAt, refusal: null, hasPhoto: photo !== null })
    return { kind: 'kept', id }
  }
  if (!isConnected() || waitingOf(parcel.staffId).length > 0) return keep(null)
  const triedAt = Date.now()
  let answer: T
  try {
    answer = await trackConnection(api.send<T>('POST', parcel.path, parcel.body, { idempotencyKey: id, staffId: parcel.staffId }))
  } catch (error) {
    if (!isRetryable(error)) throw error
    return keep(triedAt)
  }
  if (!photo) return { kind: 'done', answer, photoError: null }
  try {
    await sendPhoto({ ...parcel, id }, answer as Created, photo)
  } catch (error) {
    // The same key gets the same answer again, and with it the address of the photo.
    if (isRetryable(error)) return keep(triedAt)
    return { kind: 'done', answer, photoError: error }
  }
  return { kind: 'done', answer, photoError: null }
}

const removeWithPhoto = async (id: string, hasPhoto: boolean): Promise<void> => {
  removeEntry(id)
  if (hasPhoto) await deletePhoto(id)
}

/** False: nobody answers now. */
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
    changeEntry(id, { refusal: errorText(error) })
    return true
  }
}

/** How many went out. One tab at a time sends; the others see the queue grow shorter. */
export const sendQueued = (staffId: string): Promise<number> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    let count = 0
    for (let next = waitingOf(staffId)[0]; lock && next && isReachable(); next = waitingOf(staffId)[0]) {
      if (!(await sendEntry(next))) break
      count++
    }
    return count
  })

/** Only the browser's own word keeps us from trying: an answer that did not come may come now. */
const isReachable = (): boolean => navigator.onLine

const ownEntry = (id: string, staffId: string): QueueEntry | undefined =>
  allEntries().find((kept) => kept.id === id && kept.staffId === staffId)

/** Refused before, and looked at since: the same key, as nothing came of it. */
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
