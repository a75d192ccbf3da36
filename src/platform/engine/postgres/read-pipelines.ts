// Concurrent reads share a connection as a pipeline, which costs less than one connection per read.

import type pg from 'pg'

/**
 * The maximum number of reads per pipeline: enough to share the network round trip, but few enough that no read waits long for earlier
 * ones.
 */
const READS_PER_PIPELINE = 16
/** For how long a new pipeline accepts further reads. Short, so that a slow read delays only a few later reads. */
const JOINED_WITHIN_MS = 2

type Pipeline = { client: Promise<pg.PoolClient>; reads: number; inFlight: number; openedAtMs: number; failure: { error: unknown } | null }

type Connections = {
  take(): Promise<pg.PoolClient>
  giveBack(client: pg.PoolClient, failure: { error: unknown } | null): Promise<void>
}

export const createReadPipelines = ({ take, giveBack }: Connections) => {
  let open: Pipeline | null = null

  const join = (): Pipeline => {
    const now = performance.now()
    const isOpen = open !== null && open.inFlight > 0 && open.reads < READS_PER_PIPELINE && now - open.openedAtMs < JOINED_WITHIN_MS
    if (!isOpen) open = { client: take(), reads: 0, inFlight: 0, openedAtMs: now, failure: null }
    const pipeline = open!
    pipeline.reads++
    pipeline.inFlight++
    return pipeline
  }

  const close = (pipeline: Pipeline): void => {
    if (open === pipeline) open = null
  }

  const leave = async (pipeline: Pipeline, client: pg.PoolClient): Promise<void> => {
    pipeline.inFlight--
    if (pipeline.inFlight > 0) return
    close(pipeline)
    await giveBack(client, pipeline.failure)
  }

  return async <T>(read: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    const pipeline = join()
    const client = await pipeline.client.catch((error) => {
      close(pipeline)
      throw error
    })
    try {
      return await read(client)
    } catch (error) {
      pipeline.failure ??= { error }
      // The connection may be dead, so later reads use another connection.
      close(pipeline)
      throw error
    } finally {
      await leave(pipeline, client)
    }
  }
}
