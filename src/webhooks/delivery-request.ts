// TypeScript types for a webhook request and its sender.

import type dns from 'node:dns'
import type { AttemptOutcome } from '../domain/events/webhook.ts'
import type { Mode } from '../domain/values/scope.ts'
import type { TargetRules } from './target.ts'

export type Lookup = typeof dns.lookup

export type SenderOptions = { rules: TargetRules; timeoutMs?: number; userAgent: string; lookup?: Lookup }

export type SentRequest = { url: string; mode: Mode; headers: Record<string, string>; body: string }

/** Thrown if the server stops during a delivery. It is then unknown whether the delivery arrived. */
export class SendStopped extends Error {
  override readonly name = 'SendStopped'
}

export type Sender = { send(request: SentRequest, stop: AbortSignal): Promise<AttemptOutcome>; close(): void }
