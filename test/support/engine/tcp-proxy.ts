// A TCP proxy on loopback in front of PostgreSQL. Switching to another server cuts all connections, as HAProxy does in front of Patroni.

import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

const SOCKET_NAME = '.s.PGSQL.5432'

export type TcpProxy = {
  port: number
  /** Sends new connections to the server whose Unix socket is in `directory`, and cuts all existing connections. */
  switchTo(directory: string): void
  close(): Promise<void>
}

export const startProxy = async (directory: string): Promise<TcpProxy> => {
  let target = directory
  const sockets = new Set<Socket>()
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const relay = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(join(target, SOCKET_NAME))
    relay(client, upstream)
    relay(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    switchTo: (other) => {
      target = other
      cutAll()
    },
    close: async () => {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
