// Revokes a key while a request with that key waits in a queue.

import type { FastifyInstance } from 'fastify'
import { issueKey } from '../../../src/flows/businesses/api-keys.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as apiKeys from '../../../src/store/businesses/api-keys.ts'
import { byTest } from '../samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../server/waybill.ts'

export const newKey = async ({ deps }: Waybill, { business }: Tenant) => {
  const asked = { businessId: business.id, mode: 'test' } as const
  const { key, id } = await deps.db.transaction(SYSTEM, (tx) => issueKey(deps, tx, byTest(deps), asked))
  return { key, revoke: () => deps.db.transaction(SYSTEM, (tx) => apiKeys.revoke(tx, byTest(deps), id, deps.clock())) }
}

/** After `watch(app)`, the promise of `next()` resolves when the next request has passed all checks and is about to be handled. */
export const watchHandlers = () => {
  let next = Promise.withResolvers<void>()
  return {
    watch: (app: FastifyInstance): void => {
      app.addHook('preHandler', async () => next.resolve())
    },
    next: (): Promise<void> => {
      next = Promise.withResolvers<void>()
      return next.promise
    },
  }
}

type InLine = {
  /** Takes the queue's only slot and calls `hold`. The slot is free again when the promise from `hold` settles. */
  occupy(hold: () => Promise<void>): Promise<unknown>
  ask(): Promise<Answer>
  revoke(): Promise<unknown>
}

/** Revokes the key of a request that waits in the queue, and returns the answer to that request. */
export const revokedWhileQueued = async ({ next }: ReturnType<typeof watchHandlers>, { occupy, ask, revoke }: InLine): Promise<Answer> => {
  const { promise: until, resolve: moveOn } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const first = occupy(() => {
    held()
    return until
  })
  await isHeld
  const isHandled = next()
  const answer = ask()
  await isHandled
  await revoke()
  moveOn()
  await first
  return answer
}
