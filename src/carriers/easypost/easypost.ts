// Implements the carrier interface for EasyPost. Reads are retried; purchases and refunds are not.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { exchange } from '../../platform/remote/send.ts'
import type { RemoteCarrier } from '../carrier.ts'
import { CarrierFailure } from '../carrier.ts'
import type { Customs, EasyPostRequest } from './build.ts'
import { buildBuy, buildLabel, buildRate, buildRead, buildRefund, buildTrack, crossesBorder } from './build.ts'
import { easyPostOrigin, TIMEOUTS } from './connection.ts'
import type { Stake } from './failures.ts'
import { CARRIER_ID, failureOf, unreadable } from './failures.ts'
import type { IsPublic } from './label.ts'
import { fetchLabel } from './label.ts'
import { parseBought, parseLabelUrl, parseLookUp, parseRates, parseRefund, parseTracking } from './parse.ts'
import type { RetryPolicy } from './retry.ts'
import { createHealth, createReader, RETRY_POLICY } from './retry.ts'

export type EasyPostOptions = {
  apiKey: string
  baseUrl?: string | undefined
  now: () => number
  customs?: Customs | null
  timeouts?: { rateMs: number; buyMs: number; readMs: number }
  retryPolicy?: RetryPolicy
  /** Returns true for public IP addresses, from which labels may be downloaded. By default, no address counts as public. */
  isPublic?: IsPublic
}

const noCustoms = (): CarrierFailure =>
  new CarrierFailure('rejected', 'not asked: a parcel that crosses a border needs a customs value, which the operator has not set', {
    carrier: CARRIER_ID,
    code: 'NO_CUSTOMS_VALUE',
  })

export const createEasyPost = (options: EasyPostOptions): RemoteCarrier => {
  const { apiKey, baseUrl, now, customs = null, timeouts = TIMEOUTS, retryPolicy = RETRY_POLICY, isPublic = () => false } = options
  if (!apiKey) throw new Error('EASYPOST_API_KEY is empty')
  const origin = easyPostOrigin(baseUrl)
  const keptConnections = new (origin.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true })
  const credentials = Buffer.from(`${apiKey}:`).toString('base64')
  const readers = {
    rate: createReader(retryPolicy),
    // Look-ups have no circuit breaker: if the look-ups of one purchase kept failing, a breaker would also block those of other purchases.
    lookUp: createReader({ ...retryPolicy, breakAfterFailures: Number.POSITIVE_INFINITY }),
    track: createReader(retryPolicy),
    label: createReader(retryPolicy),
  }
  const health = createHealth(now, [readers.rate, readers.track])

  const ask = async <T>(
    request: EasyPostRequest,
    stake: Stake,
    parse: (body: Buffer) => T | undefined,
    deadline: AbortSignal,
  ): Promise<T> => {
    const outcome = await exchange({
      method: request.method,
      url: new URL(`/v2${request.path}`, origin),
      headers: { authorization: `Basic ${credentials}` },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      agent: stake === 'read' ? keptConnections : false,
      deadline,
    })
    if (outcome.kind !== 'answered' || outcome.answer.status < 200 || outcome.answer.status > 299)
      throw failureOf(outcome, stake, [apiKey, credentials])
    const parsed = parse(outcome.answer.body)
    if (parsed === undefined) throw unreadable(outcome.answer, stake)
    return parsed
  }

  const read = <T>(
    by: keyof typeof readers,
    request: EasyPostRequest,
    parse: (body: Buffer) => T | undefined,
    deadline = AbortSignal.timeout(timeouts.readMs),
  ): Promise<T> => health.watch(readers[by].read(() => ask(request, 'read', parse, deadline), deadline))

  const spend = <T>(request: EasyPostRequest, parse: (body: Buffer) => T | undefined): Promise<T> =>
    health.watch(ask(request, 'money', parse, AbortSignal.timeout(timeouts.buyMs)))

  return {
    id: CARRIER_ID,

    rate: async (request, signal) => {
      // Without customs information, a rate for a parcel that crosses a border cannot be bought, so rates are not requested.
      if (!customs && crossesBorder(request)) throw noCustoms()
      const timeout = AbortSignal.timeout(timeouts.rateMs)
      return read('rate', buildRate(request, customs), parseRates, signal ? AbortSignal.any([timeout, signal]) : timeout)
    },

    buy: (purchase) => spend(buildBuy(purchase.ref.shipmentId, purchase.ref.rateId), (body) => parseBought(body, purchase)),

    lookUp: (purchase) => read('lookUp', buildRead(purchase.ref.shipmentId), (body) => parseLookUp(body, purchase)),

    refund: async (purchase) => {
      try {
        return await spend(buildRefund(purchase.ref.shipmentId), parseRefund)
      } catch (error) {
        if (error instanceof CarrierFailure && error.kind === 'rejected') return 'refused'
        throw error
      }
    },

    track: (bought) => read('track', buildTrack(bought), parseTracking),

    labelUrl: (carrierShipmentId, format) => read('label', buildLabel(carrierShipmentId, format), (body) => parseLabelUrl(body, format)),

    // A failed download does not change EasyPost's reported health, because labels are on another host. The download request contains no
    // API key.
    fetchLabel: (url, format) => {
      const deadline = AbortSignal.timeout(timeouts.readMs)
      return readers.label.read(() => fetchLabel(url, format, deadline, origin, isPublic), deadline)
    },

    health: health.report,
  }
}
