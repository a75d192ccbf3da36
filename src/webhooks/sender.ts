// Who sends deliveries. What it takes is loaded with the first of them: a start does not wait for it.

import type dns from 'node:dns'
import type { Mode } from '../domain/businesses/business.ts'
import type { AttemptOutcome } from '../domain/events/webhook.ts'
import type { TargetRules } from './target.ts'

export type Lookup = typeof dns.lookup

export type SenderOptions = { rules: TargetRules; timeoutMs?: number; userAgent: string; lookup?: Lookup }

export type SentRequest = { url: string; mode: Mode; headers: Record<string, string>; body: string }

/** Stopped from outside: nobody knows whether the delivery arrived. */
export class SendStopped extends Error {
  override readonly name = 'SendStopped'
}

export type Sender = { send(request: SentRequest, stop: AbortSignal): Promise<AttemptOutcome>; close(): void }

export const loadSending = () => import('./send.ts')

export const createSender = (options: SenderOptions): Sender => {
  let loaded: Promise<Sender> | undefined
  const load = async (): Promise<Sender> => (await loadSending()).openSender(options)
  return {
    send: async (request, stop) => {
      loaded ??= load()
      return (await loaded).send(request, stop)
    },
    close: () => void loaded?.then((sender) => sender.close()),
  }
}
