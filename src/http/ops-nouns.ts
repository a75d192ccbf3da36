// The registers of the nouns in the operator's API. The API documents list routes in this order.

import type { OpsRegister } from './register.ts'

/** The nouns are loaded one by one, so that the server answers requests in between. */
export const OPS_NOUNS: readonly (() => Promise<OpsRegister>)[] = [
  async () => (await import('./quotes/ops-register.ts')).quotes,
  async () => (await import('./packages/ops-register.ts')).packages,
  async () => (await import('./customers/ops-register.ts')).customers,
  async () => (await import('./inbound/ops-register.ts')).inbound,
  async () => (await import('./events/ops-register.ts')).events,
  async () => (await import('./requests/ops-register.ts')).requests,
  async () => (await import('./billing/ops-register.ts')).billing,
  async () => (await import('./tasks/ops-register.ts')).tasks,
  async () => (await import('./messages/ops-register.ts')).messages,
  async () => (await import('./staff/ops-register.ts')).staff,
  async () => (await import('./businesses/ops-register.ts')).businesses,
  async () => (await import('./members/ops-register.ts')).members,
  async () => (await import('./audit/ops-register.ts')).audit,
  async () => (await import('./pricing/ops-register.ts')).pricing,
  async () => (await import('./shadow/ops-register.ts')).shadow,
  async () => (await import('./operator/ops-register.ts')).operator,
  async () => (await import('./receiving/ops-register.ts')).receiving,
  async () => (await import('./shipments/ops-register.ts')).shipments,
  async () => (await import('./sites/ops-register.ts')).sites,
  async () => (await import('./places/ops-register.ts')).places,
  async () => (await import('./overview/ops-register.ts')).overview,
  async () => (await import('./storage/ops-register.ts')).storage,
  async () => (await import('./booking/ops-register.ts')).booking,
]
