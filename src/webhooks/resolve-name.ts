// Looks up a webhook's host without Node's thread pool, so that slow look-ups do not delay file access or password hashing.

import type { LookupAddress, LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Lookup } from './delivery-request.ts'

/** The time limit for each attempt at a look-up. */
const TIMEOUT_MS = 2_000
const TRIES = 2

/** Error codes for a name without an address of the requested family. Other errors may be temporary. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA']

type Done = (error: NodeJS.ErrnoException | null, found?: string | LookupAddress[], family?: number) => void

export const createLookup = (servers?: readonly string[]): Lookup => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)

  const addressesOf = async (name: string, wanted: LookupOptions['family']): Promise<LookupAddress[]> => {
    const failures: NodeJS.ErrnoException[] = []
    const ask = async (family: 4 | 6, found: Promise<string[]>): Promise<LookupAddress[]> => {
      try {
        return (await found).map((address) => ({ address, family }))
      } catch (error) {
        failures.push(error as NodeJS.ErrnoException)
        return []
      }
    }
    const [four, six] = await Promise.all([
      wanted === 6 ? [] : ask(4, resolver.resolve4(name)),
      wanted === 4 ? [] : ask(6, resolver.resolve6(name)),
    ])
    const found = [...four, ...six]
    if (found.length > 0) return found
    const isUnknown = failures.every(({ code }) => NO_ADDRESS.includes(code ?? ''))
    throw Object.assign(new Error(`no address of ${name}`), { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN' })
  }

  return ((name: string, options: LookupOptions, done: Done) => {
    addressesOf(name, options.family).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error) => done(error),
    )
  }) as Lookup
}
