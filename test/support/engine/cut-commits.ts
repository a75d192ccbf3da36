// A proxy to PostgreSQL that records packets, and can cut the connection just before or just after a commit.

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { openDb } from '../../../src/platform/engine/open.ts'
import type { Engine } from './engines.ts'
import { postgres } from './engines.ts'

type Cut = { text: string; at: 'before' | 'after' }

export type Wire = {
  /** An engine for startWaybill. Its stores are reached through the proxy. */
  engine: Engine
  /** The next transaction that mentions this text loses its connection at its commit. */
  cut(text: string, at: Cut['at']): void
  packetCount(): number
  /** The packets that were sent to the server and contain this text. */
  packetsWith(text: string): Buffer[]
  /** The number of packets of each committed transaction that mentioned this text. */
  transactionsWith(text: string): number[]
}

const BEGIN = 'begin\0'
const COMMIT = 'commit\0'
/** The types of the messages that the server answers with ReadyForQuery: S is Sync, Q is a query without parameters. */
const ASKING = ['S', 'Q']
const READY = 'Z'

/** Counts messages of these types. A message consists of a type letter, a length and content; a client's first message has no letter. */
const messageCounter = (types: readonly string[], hasUntyped: boolean): ((chunk: Buffer) => number) => {
  let rest = Buffer.alloc(0)
  let typeBytes = hasUntyped ? 0 : 1
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let count = 0
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) break
      if (typeBytes === 1 && types.includes(String.fromCharCode(rest[0]!))) count += 1
      rest = rest.subarray(end)
      typeBytes = 1
    }
    return count
  }
}

const upstreamOf = (url: string): Socket => {
  const { host, port } = new pg.Client(url)
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
}

export const createWire = (): Wire => {
  let ordered: Cut | null = null
  const packets: Buffer[] = []
  const transactions: Buffer[][] = []

  const join = (client: Socket, server: Socket): void => {
    let doom: Cut | null = null
    let transaction: Buffer[] | null = null
    const end = (): void => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    const [asked, answered] = [messageCounter(ASKING, true), messageCounter([READY], false)]
    let [isSignedIn, isCommitted] = [false, false]
    let awaited = 0
    const held: Buffer[] = []
    client.on('data', (chunk: Buffer) => {
      packets.push(chunk)
      if (chunk.includes(BEGIN)) transaction = []
      transaction?.push(chunk)
      // Looks for the text only inside a transaction. Change notifications mention the same text, and may come at any time after a commit.
      if (ordered !== null && transaction !== null && chunk.includes(ordered.text)) [doom, ordered] = [ordered, null]
      if (transaction !== null && chunk.includes(COMMIT)) {
        transactions.push(transaction)
        transaction = null
      }
      const isCommit = doom !== null && chunk.includes(COMMIT)
      if (isCommit && doom!.at === 'before') return end()
      awaited += asked(chunk)
      isCommitted ||= isCommit
      server.write(chunk)
    })
    // Collects all answers to a packet and passes them on together. The client then sends its next messages as one packet, even on a busy
    // machine.
    server.on('data', (chunk: Buffer) => {
      const ready = answered(chunk)
      // The first ReadyForQuery ends the sign-in.
      if (isSignedIn) awaited -= ready
      isSignedIn ||= ready > 0
      held.push(chunk)
      if (awaited > 0) return
      if (isCommitted) return end()
      client.write(Buffer.concat(held.splice(0)))
    })
  }

  const freshDb: Engine['freshDb'] = async (migrations, observe) => {
    const fresh = await postgres.freshDb(migrations)
    const proxy = createServer((client) => join(client, upstreamOf(fresh.url!)))
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = new URL(fresh.url!)
    url.searchParams.delete('host')
    url.hostname = '127.0.0.1'
    url.port = String((proxy.address() as AddressInfo).port)
    const db = await openDb({ databaseUrl: url.href, dataDir: fresh.dataDir }, { observe })
    const drop = async (): Promise<void> => {
      await db.close()
      proxy.close()
      await fresh.drop()
    }
    return { ...fresh, url: url.href, db, drop }
  }

  return {
    engine: { name: 'postgres', freshDb },
    cut: (text, at) => {
      ordered = { text, at }
    },
    transactionsWith: (text) => transactions.filter((pieces) => Buffer.concat(pieces).includes(text)).map(({ length }) => length),
    packetCount: () => packets.length,
    packetsWith: (text) => packets.filter((packet) => packet.includes(text)),
  }
}
