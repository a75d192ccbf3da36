// Sends one webhook: a POST with a time-out, without redirects, to permitted addresses only.

import type { LookupAddress, LookupOptions } from 'node:dns'
import dns from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { AttemptOutcome } from '../domain/events/webhook.ts'
import { SEND_TIMEOUT_MS } from '../domain/events/webhook.ts'
import { toStorable } from '../domain/values/storable-text.ts'
import type { Lookup, Sender, SenderOptions, SentRequest } from './delivery-request.ts'
import { SendStopped } from './delivery-request.ts'
import { isPublicAddress } from './public-address.ts'
import { rehearsedAnswer } from './rehearsed-answer.ts'
import { createLookup } from './resolve-name.ts'
import type { Route } from './target.ts'
import { LOOPBACK_ADDRESSES, readTarget } from './target.ts'

const RESPONSE_EXCERPT_MAX_BYTES = 1_024
const IDLE_CONNECTION_MS = 4_000

const KEEP = { keepAlive: true, timeout: IDLE_CONNECTION_MS }
const LOOPBACK = { ...KEEP, allowIPAddressList: [...LOOPBACK_ADDRESSES] }

export const openSender = ({ rules, timeoutMs = SEND_TIMEOUT_MS, userAgent, lookup }: SenderOptions): Sender => {
  const agents: Record<Route, { 'http:': http.Agent; 'https:': https.Agent }> = {
    public: { 'http:': new RequestFilteringHttpAgent(KEEP), 'https:': new RequestFilteringHttpsAgent(KEEP) },
    loopback: { 'http:': new RequestFilteringHttpAgent(LOOPBACK), 'https:': new RequestFilteringHttpsAgent(LOOPBACK) },
    trusted: { 'http:': new http.Agent(KEEP), 'https:': new https.Agent(KEEP) },
  }
  const lookups: Record<Route, Lookup> = {
    public: permitting(isPublicAddress, lookup ?? createLookup()),
    // Uses the system's resolver, because names of this machine and of trusted hosts may be defined in /etc/hosts.
    loopback: permitting((address) => LOOPBACK_ADDRESSES.includes(address), lookup ?? dns.lookup),
    trusted: lookup ?? dns.lookup,
  }

  const post = (url: URL, route: Route, { headers, body }: SentRequest): ClientRequest =>
    (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: agents[route][url.protocol as 'https:'],
      lookup: lookups[route] as never,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': userAgent },
    })

  const exchange = async (url: URL, route: Route, request: SentRequest, deadline: AbortSignal): Promise<Answer> => {
    const sent = post(url, route, request)
    try {
      return await answerTo(sent, request.body, deadline)
    } catch (error) {
      // The receiver may have closed the reused connection while the connection was idle. The request is therefore sent once more.
      if (!sent.reusedSocket || deadline.aborted) throw error
      return answerTo(post(url, route, request), request.body, deadline)
    }
  }

  return {
    send: async (request, stop) => {
      const startedAtMs = performance.now()
      const outcome = (more: Partial<AttemptOutcome>): AttemptOutcome => ({
        responseStatus: null,
        error: null,
        responseExcerpt: null,
        retryAfter: null,
        durationMs: Math.round(performance.now() - startedAtMs),
        ...more,
      })
      const rehearsed = rehearsedAnswer(request.url, request.mode)
      if (rehearsed) return outcome(rehearsed)
      const target = readTarget(request.url, request.mode, rules)
      if ('problem' in target) return outcome({ error: `The address ${target.problem}.` })
      try {
        const deadline = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
        return outcome(await exchange(target.url, target.route, request, deadline))
      } catch (error) {
        if (stop.aborted) throw new SendStopped('the server is stopping', { cause: error })
        return outcome({ error: failureText(error as NodeJS.ErrnoException, timeoutMs) })
      }
    },
    close: () => {
      for (const { 'http:': plain, 'https:': secure } of Object.values(agents)) {
        plain.destroy()
        secure.destroy()
      }
    },
  }
}

class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * Wraps a look-up. The wrapped look-up fails if an address of the host is not permitted. Connections use the wrapped look-up, because a
 * separate check beforehand could see other addresses.
 */
const permitting = (isPermitted: (address: string) => boolean, lookup: Lookup): Lookup =>
  ((hostname: string, options: LookupOptions, done: (error: Error | null, found?: string | LookupAddress[], family?: number) => void) =>
    lookup(hostname, options, (error: Error | null, found: string | LookupAddress[], family?: number) => {
      if (error) return done(error)
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      const bad = addresses.find((address) => !isPermitted(address))
      return bad === undefined ? done(null, found, family) : done(new AddressRefused(`${hostname} leads to ${bad}`))
    })) as Lookup

type Answer = Pick<AttemptOutcome, 'responseStatus' | 'responseExcerpt' | 'retryAfter'>

const answerTo = (request: ClientRequest, body: string, deadline: AbortSignal): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const giveUp = () => request.destroy(deadline.reason)
  deadline.addEventListener('abort', giveUp)
  // If the server switches protocols, Node closes the connection and emits only `close`.
  const closed = () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }))
  request.on('error', reject).on('close', closed)
  request.on('response', (response) => {
    // The status now decides the outcome, even if the connection breaks while the body is read.
    request.off('close', closed)
    request.off('error', reject).on('error', () => {})
    readExcerpt(response).then(
      (responseExcerpt) =>
        resolve({ responseStatus: response.statusCode!, responseExcerpt, retryAfter: response.headers['retry-after'] ?? null }),
      reject,
    )
  })
  if (deadline.aborted) giveUp()
  request.end(body)
  return promise.finally(() => deadline.removeEventListener('abort', giveUp))
}

const readExcerpt = async (response: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= RESPONSE_EXCERPT_MAX_BYTES) break
    }
  } catch {
    // The error is ignored, because the status is known and the rest of the body is not needed.
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, RESPONSE_EXCERPT_MAX_BYTES))
  return text === '' ? null : toStorable(text)
}

/** The error text shown to the business. The text reveals nothing about the operator's network. */
const failureText = (error: NodeJS.ErrnoException, timeoutMs: number): string => {
  if (error.name === 'TimeoutError') return `No answer within ${timeoutMs / 1000} seconds.`
  if (error.name === 'AddressRefused' || /is not allowed\. Because/.test(error.message))
    return 'The address does not lead to the public internet.'
  return `${FAILURES[error.code ?? ''] ?? 'The connection failed'}${error.code ? ` (${error.code})` : ''}.`
}

const FAILURES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut',
  ENOTFOUND: 'The name has no address',
  EAI_AGAIN: 'The name could not be looked up',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
}
