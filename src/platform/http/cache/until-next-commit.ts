// A cache of whole responses that is cleared by the next commit.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createBoundedMap } from '../../../domain/values/bounded-map.ts'
import { sendJson } from '../serializers.ts'

const BYTES_MAX = 16 * 2 ** 20

/** A longer body is cached as bytes. Node writes a short text together with the head, but bytes separately, which costs 2 µs. */
const TEXT_MAX_CHARACTERS = 4_096

/**
 * `links`: the Link header of a page. `bytes`: a short body as a Buffer, made for clients that send Accept-Encoding, because compressed
 * forms are cached by Buffer.
 */
export type Answer = { body: string | Buffer; links?: string; bytes?: Buffer }

export const answerWith = (text: string, links = ''): Answer => ({
  body: text.length > TEXT_MAX_CHARACTERS ? Buffer.from(text) : text,
  ...(links === '' ? {} : { links }),
})

const payloadOf = (answer: Answer, { headers }: FastifyRequest): string | Buffer => {
  if (typeof answer.body !== 'string' || headers['accept-encoding'] === undefined) return answer.body
  answer.bytes ??= Buffer.from(answer.body)
  return answer.bytes
}

/** Returns the answer if it was cached after the last commit, or else calls `read`. If `read` returns undefined, nothing is cached. */
export type CommitCache = <Read extends Answer | undefined>(question: string, read: () => Promise<Read>) => Answer | Promise<Read>

const send = (reply: FastifyReply, answer: Answer): FastifyReply => {
  if (answer.links) reply.header('link', answer.links)
  return sendJson(reply, payloadOf(answer, reply.request))
}

const sendLater = async (reply: FastifyReply, answer: Promise<Answer>): Promise<void> => send(reply, await answer)

/** Not an `async` function, so that a cached answer is sent at once, without a promise. */
export const sendAnswer = (reply: FastifyReply, answer: Answer | Promise<Answer>): undefined | Promise<void> => {
  if (answer instanceof Promise) return sendLater(reply, answer)
  send(reply, answer)
}

/** The key of a request in the cache. `shown` identifies data outside the store that affects the answer. */
export const questionOf = ({ caller, url }: FastifyRequest, shown = ''): string => `${caller.businessId} ${caller.mode} ${shown} ${url}`

const bytesOf = ({ body, links = '' }: Answer, question: string): number =>
  2 * (question.length + links.length) + (typeof body === 'string' ? 3 : 1) * body.length

/** Makes a cache that every commit clears as a whole, because the cache does not know which answers a commit affects. */
export const createCommitCache = (lastChange: () => number | null): CommitCache => {
  const answers = createBoundedMap<Answer>(BYTES_MAX, bytesOf)
  let keptSince: number | null = null
  return (question, read) => {
    // `lastChange` is called before `read`, because `read` may miss a commit that is made while `read` runs.
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
