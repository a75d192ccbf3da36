// Faults that no page may have: logging an error, breaking the content security policy, or sending anything to another origin.

import type { BrowserContext } from 'playwright-core'

/** The browser's console message about a 4xx answer of /ops/v1. Such an answer is not a fault. A 4xx answer for a file is a fault. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d .*\/ops\/v1\//

/**
 * The message about a missing /favicon.ico. The browser requests this file on pages that name no icon, such as the idle page between two
 * tests.
 */
const NO_ICON = /status of 404 .*\/favicon\.ico$/

/** The message that a page logs if its service worker is disabled. */
const NO_WORKER = /^Service Worker registration blocked by Playwright/

const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber))`

/** The message about an interrupted stream of changes. It is not a fault, because the page opens the stream again. */
const STREAM_CUT = /^Failed to load resource: net::ERR_\w+ .*\/ops\/v1\/changes/

const ALWAYS = [REFUSAL, NO_ICON, NO_WORKER, STREAM_CUT]

export type Faults = {
  /** Until the next `takeAll`, ignores faults that match the pattern. */
  allow(pattern: RegExp): void
  takeAll(): string[]
}

export const watchFaults = async (context: BrowserContext, origin: string): Promise<Faults> => {
  const list: string[] = []
  let allowed = [...ALWAYS]
  const add = (fault: string) => {
    if (!allowed.some((pattern) => pattern.test(fault))) list.push(fault)
  }
  await context.exposeFunction('reportViolation', (violation: string) => add(`policy violated: ${violation}`))
  await context.addInitScript(REPORT_VIOLATIONS)
  context.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    // Requests to localhost also go to the server under test. Tests of passkeys use localhost, because passkeys need a host name rather
    // than an IP address.
    const own = [origin, origin.replace('127.0.0.1', 'localhost')]
    if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !own.includes(target)) add(`request to ${request.url()}`)
  })
  context.on('weberror', (webError) => {
    const error = webError.error()
    add(`uncaught: ${error.stack ?? error.message}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') add(`${message.text()} ${message.location().url}`)
  })
  const takeAll = (): string[] => {
    allowed = [...ALWAYS]
    return list.splice(0)
  }
  return { allow: (pattern) => allowed.push(pattern), takeAll }
}
