// Logs requests that were shed on overload: one line per second with the number of requests and the most frequent client addresses.

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

const WRITE_AFTER_MS = 1_000
const ADDRESSES_SHOWN = 10
/** How many addresses are counted separately. Requests from further addresses count only in the total. */
const ADDRESSES_MAX = 10_000

type Line = { requests: number; addresses: { address: string; requests: number }[] }

const familyOf = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Returns a function that finds the address of the client. It reads X-Forwarded-For from the end, and stops at the first address that is
 * not a trusted proxy.
 */
export const clientAddress = (trustedProxies: readonly string[]): ((request: Pick<IncomingMessage, 'headers' | 'socket'>) => string) => {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  return ({ headers, socket }) => {
    let client = socket.remoteAddress ?? 'unknown'
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    for (const named of forwarded.reverse().map((each) => each.trim())) {
      if (isIP(named) === 0 || !trusted.check(client, familyOf(client))) break
      client = named
    }
    return client
  }
}

export const createShedLog = (write: (line: Line) => void): ((address: string) => void) => {
  const counts = new Map<string, number>()
  let total = 0
  const flush = (): void => {
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, ADDRESSES_SHOWN)
    write({ requests: total, addresses: most.map(([address, requests]) => ({ address, requests })) })
    counts.clear()
    total = 0
  }
  return (address) => {
    if (total === 0) setTimeout(flush, WRITE_AFTER_MS).unref()
    total++
    if (counts.has(address) || counts.size < ADDRESSES_MAX) counts.set(address, (counts.get(address) ?? 0) + 1)
  }
}
