// A cache of whole responses that is cleared by the next commit.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createBoundedMap } from '../../../domain/values/bounded-map.ts'
import { sendJson } from '../serializers.ts'

const BYTES_MAX = 16 * 2 ** 20

/** `links`: the Link header of a page. The compressed forms of a body in bytes are cached with it. */
export type Answer = { body: string | Buffer; links?: string }

/** Returns the answer that was cached since the last commit, or else calls `read`. Undefined is not cached. */
export type CommitCache = <Read extends Answer | undefined>(question: string, read: () => Promise<Read>) => Answer | Promise<Read>

const send = (reply: FastifyReply, { body, links }: Answer): FastifyReply => {
  if (links) reply.header('link', links)
  return sendJson(reply, body)
}

const sendLater = async (reply: FastifyReply, answer: Promise<Answer>): Promise<void> => send(reply, await answer)

/** Answers without `async`, so that a cached answer is sent at once, without a promise. */
export const sendAnswer = (reply: FastifyReply, answer: Answer | Promise<Answer>): undefined | Promise<void> => {
  if (answer instanceof Promise) return sendLater(reply, answer)
  send(reply, answer)
}

/** `shown`: a key for the data outside the store on which the answer depends. */
export const questionOf = ({ caller, url }: FastifyRequest, shown = ''): string => `${caller.businessId} ${caller.mode} ${shown} ${url}`

const bytesOf = ({ body, links = '' }: Answer, question: string): number =>
  2 * (question.length + links.length) + (typeof body === 'string' ? 2 : 1) * body.length

/** Makes a cache that every commit clears as a whole, because the cache does not know which answers a commit affects. */
export const createCommitCache = (lastChange: () => number | null): CommitCache => {
  const answers = createBoundedMap<Answer>(BYTES_MAX, bytesOf)
  let keptSince: number | null = null
  return (question, read) => {
    // This number is taken before the read, because the read may miss a commit that is made during it.
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
