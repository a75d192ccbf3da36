// Answers to the reading of booked quotes, kept as text: a booked quote is read far more often than it or one of its packages moves.

import type { Scope } from '../../domain/businesses/business.ts'
import type { ParcelMention } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Db } from '../../store/engine/db.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { createRendered } from './by-version.ts'
import { createUnchanged } from './until-next-commit.ts'

const BYTES_MAX = 16 * 2 ** 20
const UNCHANGED_MAX_BYTES = 8 * 2 ** 20

/** All that an answer shows beside the quote itself. */
export const quoteCircumstances = (parcels: readonly Pick<ParcelMention, 'id' | 'status'>[], baseUrl: string): string =>
  parcels.reduce((text, { id, status }) => `${text} ${id} ${status}`, baseUrl)

export const createBookedAnswers = (db: Db) => {
  const answers = createRendered(BYTES_MAX)
  const unchanged = createUnchanged<string>(() => db.lastChange(), { bytesMax: UNCHANGED_MAX_BYTES, bytesOf: (text) => 2 * text.length })

  /** Only for what was kept is the store asked whether it still holds. */
  const stillRight = async (scope: Scope, id: string, baseUrl: string): Promise<string | undefined> => {
    if (!answers.has(id)) return undefined
    const booked = await quotes.standOfBooked(db, scope, id)
    return booked ? answers.find(id, booked.version, quoteCircumstances(booked.parcels, baseUrl)) : undefined
  }

  return {
    find: (scope: Scope, id: string, baseUrl: string): string | Promise<string | undefined> =>
      unchanged(`${scope.businessId} ${scope.mode} ${id} ${baseUrl}`, () => stillRight(scope, id, baseUrl)),
    keep: (quote: Quote, parcels: readonly ParcelMention[], baseUrl: string, text: string): void => {
      if (quote.status === 'booked') answers.keep(quote.id, quote.version, quoteCircumstances(parcels, baseUrl), text)
    },
  }
}
