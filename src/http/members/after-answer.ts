// Does work only after the answer was sent, so that the response time does not reveal whether there was work to do.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../flows/deps.ts'

type Work = () => Promise<void>

/** Registers work to do after the answer to a request. Before the application closes, it waits for work that has started. */
export type AfterAnswer = (request: FastifyRequest, work: Work) => void

export const workAfterAnswers = (app: FastifyInstance, deps: Deps): AfterAnswer => {
  const waiting = new WeakMap<FastifyRequest, Work>()
  const running = new Set<Promise<void>>()
  app.addHook('onResponse', (request, _reply, done) => {
    const work = waiting.get(request)
    if (work) {
      const failed = (error: Error) => deps.report('work after an answer failed', { reason: error.message, request_id: request.id })
      const run: Promise<void> = work()
        .catch(failed)
        .finally(() => running.delete(run))
      running.add(run)
    }
    done()
  })
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return (request, work) => void waiting.set(request, work)
}
