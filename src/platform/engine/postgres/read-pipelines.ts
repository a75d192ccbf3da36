// Concurrent reads share a connection as a pipeline, which costs less than a connection each.

import type pg from 'pg'

/** The most reads of a pipeline: enough to share the round trip, and few enough that none waits long behind the others. */
const READS_PER_PIPELINE = 16
/** How long further reads may join a pipeline. A slow read then delays only the few reads behind it. */
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
      // The connection may be dead, so later reads take another one.
      close(pipeline)
      throw error
    } finally {
      await leave(pipeline, client)
    }
  }
}
