// A queue of tasks: those that waited are still their own request's.

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { it } from 'node:test'
import { createBoundedQueue } from './bounded-queue.ts'

it('a task that waited runs in the context of whoever brought it, not of whoever went before', async () => {
  const requests = new AsyncLocalStorage<string>()
  const inTurn = createBoundedQueue({ atOnce: 1, waitingMax: 2, refusal: 'Too many.' })
  const names = ['first', 'second', 'third']
  const ran = names.map((name) => requests.run(name, () => inTurn(async () => requests.getStore())))
  assert.deepEqual(await Promise.all(ran), names)
})
