// Requests that only read may be answered from a replica.

import type { FastifyInstance } from 'fastify'
import { preferReplica } from '../store/replica-choice.ts'

const READS = ['GET', 'HEAD']

export const readFromReplica = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (READS.includes(request.method)) preferReplica(done)
    else done()
  })
}
