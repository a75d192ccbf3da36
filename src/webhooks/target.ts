// Which URLs webhooks may go to: public https, loopback in test mode, and hosts that the operator allows.

import { isIP } from 'node:net'
import { URL_MAX_CHARACTERS } from '../domain/events/webhook.ts'
import type { Mode } from '../domain/values/scope.ts'
import { isPublicAddress } from './public-address.ts'

export type TargetRules = {
  /** Hosts, with or without a port, that the operator trusts. These hosts may have any address and may use http. */
  allow: readonly string[]
  loopbackInTest: boolean
}

/** The addresses that the host may have. `public`: only public addresses. `loopback`: only this machine. `trusted`: any address. */
export type Route = 'public' | 'loopback' | 'trusted'

export type Target = { url: URL; route: Route } | { problem: string }

export const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1']

/** The host as sockets and resolvers expect it: IPv6 addresses without brackets, names without a final dot. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

const isLoopback = (host: string): boolean => LOOPBACK_ADDRESSES.includes(host) || host === 'localhost' || host.endsWith('.localhost')

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

const isTrusted = (url: URL, allow: readonly string[]): boolean => {
  const host = url.hostname
  const port = url.port || DEFAULT_PORTS[url.protocol]
  return allow.includes(host) || allow.includes(`${host}:${port}`)
}

/**
 * Reads the URL of a webhook. The URL parser normalises decimal, octal and hexadecimal addresses. Names are checked when they are resolved.
 */
export const readTarget = (text: string, mode: Mode, rules: TargetRules): Target => {
  if (text.length > URL_MAX_CHARACTERS) return { problem: `must have at most ${URL_MAX_CHARACTERS} characters` }
  const url = URL.parse(text)
  if (!url || !(url.protocol in DEFAULT_PORTS)) return { problem: 'must be an https address' }
  if (url.username !== '' || url.password !== '') return { problem: 'must not contain a user name or password' }
  if (url.hash !== '') return { problem: 'must not contain a fragment' }
  if (isTrusted(url, rules.allow)) return { url, route: 'trusted' }
  const host = hostOf(url)
  if (mode === 'test' && rules.loopbackInTest && isLoopback(host)) return { url, route: 'loopback' }
  if (url.protocol !== 'https:') return { problem: 'must be an https address' }
  if (isLoopback(host) || (isIP(host) !== 0 && !isPublicAddress(host))) return { problem: 'must lead to the public internet' }
  return { url, route: 'public' }
}
