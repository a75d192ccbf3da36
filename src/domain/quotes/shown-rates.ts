// Saved rates that are shown again soon after: each read gives them a new id and time, and nothing is stored.

import { madeAt, redated } from '../values/ids.ts'

/** A read that finds the same prices shows the saved rates again for this long, instead of saving new ones. */
const SHOWN_AGAIN_MS = 60_000

type Shown = { id: string; createdAt: number; offer?: unknown }
type Offered<R extends Shown> = { rates: R[]; rateMessages: object[] }

const contentOf = ({ rates, rateMessages }: Offered<Shown>): string =>
  JSON.stringify([rates.map(({ id: _id, createdAt: _createdAt, offer: _offer, ...content }) => content), rateMessages])

const isRecent = (rate: Shown, now: number): boolean => now >= rate.createdAt && now - rate.createdAt < SHOWN_AGAIN_MS

/**
 * The saved rates with ids and times of this read, or null if the current ones must be saved. If a carrier did not answer, its saved
 * rates are among the current ones and keep their id and time.
 */
export const shownAgain = <R extends Shown>(saved: Offered<R>, current: Offered<R>, now: number): R[] | null => {
  const isKept = (rate: R): boolean => current.rates.some(({ id }) => id === rate.id)
  if (contentOf(saved) !== contentOf(current) || !saved.rates.every((rate) => isKept(rate) || isRecent(rate, now))) return null
  return saved.rates.map((rate) => (isKept(rate) ? rate : { ...rate, id: redated(rate.id, now), createdAt: now }))
}

/** The saved rate behind an id shown to a client. Its hour starts when it was shown. */
export const findShown = <R extends Shown>(saved: readonly R[], id: string): R | undefined => {
  const exact = saved.find((rate) => rate.id === id)
  if (exact) return exact
  const shownAt = madeAt(id)
  const rate = saved.find((each) => redated(each.id, shownAt) === id && isRecent(each, shownAt))
  return rate && { ...rate, id, createdAt: shownAt }
}
