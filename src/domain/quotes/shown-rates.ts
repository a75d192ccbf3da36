// Rates shown again soon after they were saved: each read gives them a new id and time, and nothing has to be stored.

import { madeAt, redated } from '../values/ids.ts'

/** For how long a read that finds the same prices shows the saved rates again instead of saving new ones. */
const SHOWN_AGAIN_MS = 60_000

type Shown = { id: string; createdAt: number; offer?: unknown }
type Offered<R extends Shown> = { rates: R[]; rateMessages: object[] }

/** What a client is told, apart from ids and times. */
const contentOf = ({ rates, rateMessages }: Offered<Shown>): string =>
  JSON.stringify([rates.map(({ id: _id, createdAt: _createdAt, offer: _offer, ...content }) => content), rateMessages])

const isRecent = (rate: Shown, now: number): boolean => now >= rate.createdAt && now - rate.createdAt < SHOWN_AGAIN_MS

/**
 * The saved rates with ids and times of this read, or null where the current ones have to be saved. A carrier that did not answer
 * leaves its saved rates among the current ones: they are shown as they are.
 */
export const shownAgain = <R extends Shown>(saved: Offered<R>, current: Offered<R>, now: number): R[] | null => {
  const isKept = (rate: R): boolean => current.rates.some(({ id }) => id === rate.id)
  if (contentOf(saved) !== contentOf(current) || !saved.rates.every((rate) => isKept(rate) || isRecent(rate, now))) return null
  return saved.rates.map((rate) => (isKept(rate) ? rate : { ...rate, id: redated(rate.id, now), createdAt: now }))
}

/** The saved rate behind an id that was shown, as it was shown. Its hour counts from then. */
export const findShown = <R extends Shown>(saved: readonly R[], id: string): R | undefined => {
  const exact = saved.find((rate) => rate.id === id)
  if (exact) return exact
  const shownAt = madeAt(id)
  const rate = saved.find((each) => redated(each.id, shownAt) === id && isRecent(each, shownAt))
  return rate && { ...rate, id, createdAt: shownAt }
}
