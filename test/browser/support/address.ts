// One address for the servers of all suites. The browser caches compiled code by address, so it compiles the code only once.

import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

const HOST = '127.0.0.1'

export type Address = {
  url: string
  /** Closes all open connections, and forwards new connections to the server at `url`. With null, new connections are closed at once. */
  leadTo(url: string | null): void
  close(): Promise<void>
}

const join = (one: Socket, other: Socket): void => {
  one.pipe(other)
  // When one end of a connection closes, the other end is closed too.
  one.on('error', () => other.destroy()).on('close', () => other.destroy())
}

export const openAddress = async (): Promise<Address> => {
  let port: number | null = null
  const open = new Set<Socket>()
  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }
  const server: Server = createServer({ noDelay: true }, (socket) => {
    if (port === null) return void socket.destroy()
    const beyond = connect({ port, host: HOST, noDelay: true })
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    join(socket, beyond)
    join(beyond, socket)
  })
  await once(server.listen(0, HOST), 'listening')
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      hangUp()
      port = url === null ? null : Number(new URL(url).port)
    },
    close: async () => {
      hangUp()
      await once(server.close(), 'close')
    },
  }
}
