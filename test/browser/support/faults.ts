// What no page may do: log an error, break the content security policy, or send anything to another origin.

import type { BrowserContext, Page } from 'playwright-core'

/** The browser's own note of a 4xx status: refusals are part of /ops/v1, a file that is missing is a fault. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d .*\/ops\/v1\//

const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber))`

export type Faults = { list: string[]; allow(pattern: RegExp): void }

export const watchFaults = async (context: BrowserContext, origin: string): Promise<Faults> => {
  const list: string[] = []
  const allowed = [REFUSAL]
  const add = (fault: string) => {
    if (!allowed.some((pattern) => pattern.test(fault))) list.push(fault)
  }
  await context.exposeFunction('reportViolation', (violation: string) => add(`policy violated: ${violation}`))
  await context.addInitScript(REPORT_VIOLATIONS)
  context.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && target !== origin) add(`request to ${request.url()}`)
  })
  context.on('page', (page: Page) => {
    page.on('pageerror', (error) => add(`uncaught: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') add(`${message.text()} ${message.location().url}`)
    })
  })
  return { list, allow: (pattern) => allowed.push(pattern) }
}
