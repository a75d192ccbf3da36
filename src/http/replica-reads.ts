// Lets GET and HEAD requests read from a replica.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import { preferReplica } from '../store/engine/db.ts'

const READS = ['GET', 'HEAD']

export const readFromReplica = (app: FastifyInstance, { db }: Deps): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (db.hasReplica && READS.includes(request.method)) preferReplica(done)
    else done()
  })
}
