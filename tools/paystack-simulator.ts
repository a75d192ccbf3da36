// An HTTP server on loopback that simulates Paystack: it starts payments, acts as the payer, sends webhooks and fails on demand.

import { SIGNATURE_HEADER, signPaystackBody } from '../src/payments/paystack/webhook.ts'
import type { JsonObject } from '../src/platform/remote/json.ts'
import { asInteger, asText } from '../src/platform/remote/json.ts'
import { serveOnLoopback } from './loopback.ts'

type Payment = { id: number; reference: string; status: string; amount: number; currency: string; domain: string; paid_at: string | null }

/**
 * Faults of payment look-ups. hang: no answer. error: status 500. unauthorized: status 401. unpaid: the payment is not shown as paid yet.
 * malformed: broken JSON.
 */
type PaystackFault = 'hang' | 'error' | 'unauthorized' | 'unpaid' | 'malformed'

/** A payment to simulate. `amount` and `currency` default to those of the payment link. */
type Paying = { reference: string; amount?: number; currency?: string; isTest?: boolean }

export type PaystackSimulator = {
  url: string
  order(fault: PaystackFault, times?: number): void
  /** Marks a payment as paid, and sends no webhook. Creates the payment if the reference is unknown. */
  pay(paying: Paying): Payment
  webhookOf(reference: string, event?: string, key?: string): { body: string; headers: Record<string, string> }
  sendWebhooksTo(url: string): void
  payAndTell(paying: Paying): Promise<number>
  requests(): { initialize: number; verify: number }
  close(): Promise<void>
}

export type PaystackSimulatorOptions = { port?: number; secretKey: string; webhookUrl?: string; now?: () => number }

export const startPaystackSimulator = async ({
  port = 0,
  secretKey,
  webhookUrl,
  now = Date.now,
}: PaystackSimulatorOptions): Promise<PaystackSimulator> => {
  const payments = new Map<string, Payment>()
  const counts = { initialize: 0, verify: 0 }
  const faults: PaystackFault[] = []
  let target = webhookUrl
  const domainOf = (key: string): string => (key.startsWith('sk_live_') ? 'live' : 'test')

  const start = (body: JsonObject, origin: string): [number, object] => {
    counts.initialize += 1
    const [reference, amount, email] = [asText(body.reference), asInteger(body.amount), asText(body.email)]
    if (!reference || !/^[\w.=-]+$/.test(reference)) return [400, refused('Invalid reference')]
    if (!amount || amount <= 0) return [400, refused('Invalid Amount Sent')]
    if (!email?.includes('@')) return [400, refused('Invalid Email Address Passed')]
    if (payments.has(reference)) return [400, refused('Duplicate Transaction Reference')]
    payments.set(reference, newPayment(reference, amount, asText(body.currency) ?? 'NGN'))
    const data = { authorization_url: `${origin}/checkout/${reference}`, access_code: reference, reference }
    return [200, { status: true, message: 'Authorization URL created', data }]
  }
  const newPayment = (reference: string, amount: number, currency: string): Payment => ({
    id: payments.size + 1,
    reference,
    status: 'abandoned',
    amount,
    currency,
    domain: domainOf(secretKey),
    paid_at: null,
  })

  const verify = (reference: string): [number, object] => {
    counts.verify += 1
    const payment = payments.get(reference)
    if (!payment) return [404, refused('Transaction reference not found.')]
    return [200, { status: true, message: 'Verification successful', data: payment }]
  }

  const pay = ({ reference, amount, currency, isTest }: Paying): Payment => {
    const known = payments.get(reference) ?? newPayment(reference, amount ?? 0, currency ?? 'NGN')
    const paid = {
      ...known,
      status: 'success',
      amount: amount ?? known.amount,
      currency: currency ?? known.currency,
      domain: isTest === undefined ? known.domain : isTest ? 'test' : 'live',
      paid_at: new Date(now()).toISOString(),
    }
    payments.set(reference, paid)
    return paid
  }
  const webhookOf = (reference: string, event = 'charge.success', key = secretKey) => {
    const body = JSON.stringify({ event, data: payments.get(reference) ?? { reference } })
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPaystackBody(Buffer.from(body), key) }
    return { body, headers }
  }
  const payAndTell = async (paying: Paying): Promise<number> => {
    pay(paying)
    if (target === undefined) return 0
    return (await fetch(target, { method: 'POST', ...webhookOf(paying.reference) })).status
  }

  const server = await serveOnLoopback(port, async (request, { pathname, origin }, body, response) => {
    const answer = (status: number, content: object | string): void => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof content === 'string' ? content : JSON.stringify(content))
    }
    // Opening the checkout page counts as paying.
    if (pathname.startsWith('/checkout/')) {
      const reference = decodeURIComponent(pathname.slice('/checkout/'.length))
      if (!payments.has(reference)) return answer(404, refused('Transaction reference not found.'))
      return answer(200, { paid: reference, webhook_answered: await payAndTell({ reference }) })
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`) return answer(401, refused('Invalid key'))
    if (request.method === 'POST' && pathname === '/transaction/initialize') return answer(...start(body, origin))
    const [, reference] = /^\/transaction\/verify\/([^/]+)$/.exec(pathname) ?? []
    if (reference === undefined) return answer(404, refused('Not found'))
    const [status, content] = verify(decodeURIComponent(reference))
    switch (faults.shift()) {
      case 'hang':
        return
      case 'error':
        return answer(500, refused('Something went wrong'))
      case 'unauthorized':
        return answer(401, refused(`Invalid key ${secretKey}`))
      case 'unpaid':
        return answer(status, { ...content, data: { ...payments.get(decodeURIComponent(reference)), status: 'ongoing' } })
      case 'malformed':
        return answer(200, JSON.stringify(content).slice(0, -20))
      case undefined:
        return answer(status, content)
    }
  })

  return {
    url: server.url,
    order: (fault, times = 1) => void faults.push(...Array.from({ length: times }, () => fault)),
    pay,
    webhookOf,
    sendWebhooksTo: (url) => {
      target = url
    },
    payAndTell,
    requests: () => ({ ...counts }),
    close: server.close,
  }
}

const refused = (message: string) => ({ status: false, message })
