// Moves a simulated parcel and notifies Waybill by a webhook signed like EasyPost's.
import { signEasyPostBody } from '../../src/carriers/easypost/webhook.ts'
import type { Seeded } from './seeded.ts'
import { eventShape, trackerShape } from './shapes.ts'
import type { Account } from './shipment-state.ts'

const WEBHOOK_TIMEOUT_MS = 10_000

export type WebhookTarget = { url: string; secret: string }
// `eventId`: the id of an earlier event, to send that event again.
export type PackageChange = { trackingCode: string; status: string; message?: string; eventId?: string }
export type Told = { eventId: string; answeredStatus: number | null }

export const moveParcel = async (
  deps: { account: Account; seeded: Seeded; now: () => number; webhook: WebhookTarget | null },
  move: PackageChange,
): Promise<Told | null> => {
  const shipment = deps.account.findByTrackingCode(move.trackingCode)
  if (!shipment?.purchase) return null
  const before = shipment.purchase.scans.at(-1)?.status ?? 'unknown'
  const at = deps.now()
  shipment.purchase.scans.push({ status: move.status, message: move.message ?? `Simulated: ${move.status}`, at })
  const eventId = move.eventId ?? deps.seeded.id('evt')
  if (!deps.webhook) return { eventId, answeredStatus: null }
  const body = JSON.stringify(eventShape(eventId, trackerShape(shipment, shipment.purchase), before, at))
  return { eventId, answeredStatus: await deliver(deps.webhook, body) }
}

const deliver = async ({ url, secret }: WebhookTarget, body: string): Promise<number | null> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hmac-signature': signEasyPostBody(Buffer.from(body), secret) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null // the webhook could not be delivered
  }
}
