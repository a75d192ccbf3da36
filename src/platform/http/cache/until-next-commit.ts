// A cache of whole responses that is cleared by the next commit.

import type { FastifyRequest } from 'fastify'
import { createBoundedMap } from '../../../domain/values/bounded-map.ts'

const BYTES_MAX = 16 * 2 ** 20

/** `links`: the Link header of a page. */
export type Answer = { body: string | Buffer; links?: string }

/** Reads the answer only if the question was not answered since the last commit. What is read as undefined is not kept. */
export type CommitCache = <Read extends Answer | undefined>(question: string, read: () => Promise<Read>) => Answer | Promise<Read>

/** `shown`: what the answer shows beside what is in the store. */
export const questionOf = ({ caller, url }: FastifyRequest, shown = ''): string => `${caller.businessId} ${caller.mode} ${shown} ${url}`

const bytesOf = ({ body, links = '' }: Answer, question: string): number =>
  2 * (question.length + links.length) + (typeof body === 'string' ? 2 : 1) * body.length

/** One commit clears all of it: what was written is not known to be about something else. */
export const createCommitCache = (lastChange: () => number | null): CommitCache => {
  const answers = createBoundedMap<Answer>(BYTES_MAX, bytesOf)
  let keptSince: number | null = null
  return (question, read) => {
    // Before the read: what is written during it may be missing from what it finds.
    const since = lastChange()
    if (since === null) return read()
    if (since !== keptSince) answers.clear()
    keptSince = since
    const known = answers.get(question)
    if (known) return known
    return read().then((answer) => {
      if (answer && since === keptSince) answers.set(question, answer)
      return answer
    })
  }
}
