// Reads that come together share a connection and travel together: a connection each would wake the server, and us, for every one of them.

import type pg from 'pg'

/** So many that the way there and back is shared, and so few that none waits long behind the others. */
const READS_PER_LANE = 16
/** A slow read keeps only those waiting that came right after it. */
const JOINED_WITHIN_MS = 2

type Lane = { client: Promise<pg.PoolClient>; reads: number; underWay: number; openedAtMs: number; failure: { error: unknown } | null }

type Connections = {
  take(): Promise<pg.PoolClient>
  giveBack(client: pg.PoolClient, failure: { error: unknown } | null): Promise<void>
}

export const createLanes = ({ take, giveBack }: Connections) => {
  let open: Lane | null = null

  const join = (): Lane => {
    const now = performance.now()
    const isOpen = open !== null && open.underWay > 0 && open.reads < READS_PER_LANE && now - open.openedAtMs < JOINED_WITHIN_MS
    if (!isOpen) open = { client: take(), reads: 0, underWay: 0, openedAtMs: now, failure: null }
    const lane = open!
    lane.reads++
    lane.underWay++
    return lane
  }

  const close = (lane: Lane): void => {
    if (open === lane) open = null
  }

  const leave = async (lane: Lane, client: pg.PoolClient): Promise<void> => {
    lane.underWay--
    if (lane.underWay > 0) return
    close(lane)
    await giveBack(client, lane.failure)
  }

  return async <T>(read: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
    const lane = join()
    const client = await lane.client.catch((error) => {
      close(lane)
      throw error
    })
    try {
      return await read(client)
    } catch (error) {
      lane.failure ??= { error }
      // The connection may be dead: whoever comes now takes another.
      close(lane)
      throw error
    } finally {
      await leave(lane, client)
    }
  }
}
