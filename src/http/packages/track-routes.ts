// /track and /track/{code}: public tracking by any code of a parcel. The pages contain no personal data.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Package } from '../../domain/packages/package.ts'
import { isLoadedAtSupplier } from '../../domain/packages/package.ts'
import { followed } from '../../domain/packages/tracking.ts'
import type { Deps } from '../../flows/deps.ts'
import { standingPackages } from '../../flows/packages/follow-repacks.ts'
import { isMistyped, packagesByClientCode } from '../../flows/receiving/scan-code.ts'
import { createLimiter, networkOf } from '../../platform/http/admission/rate-limit.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Setting } from './track-page.ts'
import { parcelsPage, searchPage, trackPage, trackPagePolicy } from './track-page.ts'

/** The maximum length of a tracking code, including blanks and dashes. */
const CODE_MAX_CHARACTERS = 64
/** How many unknown parcel codes one network may try per minute. A network is an IPv4 address or the /64 network of an IPv6 address. */
const GUESSES_PER_MINUTE = 30
const TOO_MANY = 'Too many unknown parcel numbers from this address.'
const MISTYPED = 'This number was mistyped: please check each character.'

const SEARCH = { schema: { hide: true, querystring: Type.Object({ number: Type.Optional(Type.Unsafe<unknown>({})) }) } }
const PAGE = { schema: { hide: true, params: Type.Object({ number: Type.String() }) } }

const sendPage = (reply: FastifyReply, setting: Setting, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': trackPagePolicy(setting),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html)

export const trackRoutes = (app: FastifyInstance, deps: Deps): void => {
  const guesses = createLimiter({ policy: 'guesses', limit: GUESSES_PER_MINUTE, refusal: TOO_MANY })

  app.get('/track', SEARCH, async (request, reply) => {
    const number = String(request.query.number ?? '').trim()
    if (number !== '') return reply.redirect(`/track/${encodeURIComponent(number)}`, 303)
    const setting = await settingOf(deps, request)
    return sendPage(reply, setting, 200, searchPage(setting, 'Track a parcel', 'Enter the number on the parcel or in your message.', ''))
  })

  app.get('/track/:number', PAGE, async (request, reply) => {
    const typed = request.params.number
    const guess = () => guesses.count(networkOf(request.ip), deps.monotonic(), reply)
    // After too many wrong codes, even a correct code is refused. Otherwise the caller could keep guessing and would still recognise a
    // correct code.
    if (guesses.isSpent(networkOf(request.ip), deps.monotonic())) guess()
    const found = typed.length > CODE_MAX_CHARACTERS ? [] : await packagesByClientCode(deps.db, typed)
    const [first] = found
    const holder = first && (await businesses.findWithClock(deps.db, first.scope))
    if (!first || !holder) guess()
    const setting = await settingOf(deps, request)
    if (!first || !holder) {
      const message = isMistyped(typed) ? MISTYPED : 'No parcel has this number.'
      return sendPage(reply, setting, 404, searchPage(setting, 'No such parcel', message, typed))
    }
    const { timeZone } = holder.business
    const standing = (await standingPackages(deps.db, found)).map(({ parcel }) => parcel)
    if (standing.length > 1) return sendPage(reply, setting, 200, parcelsPage(setting, standing))
    const parcel = followed(first.parcel, standing)
    const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    const html = trackPage(setting, { parcel, eta: await etaOf(deps, parcel), dateOf: (ms) => dates.format(ms), timeZone })
    return sendPage(reply, setting, 200, html)
  })
}

const settingOf = async (deps: Deps, { baseUrl }: FastifyRequest): Promise<Setting> => ({
  operator: await operatorStore.find(deps.db),
  baseUrl,
})

/** The estimated arrival. Null if the package is not on the way or is in no shipment, or if the shipment has no estimate. */
const etaOf = async (deps: Deps, parcel: Package): Promise<number | null> => {
  const { status, shipmentId } = parcel
  const isOnTheWay = status === 'warehouse' || status === 'transit' || (status === 'booked' && isLoadedAtSupplier(parcel))
  if (shipmentId === null || !isOnTheWay) return null
  const [shipment] = await shipments.ofIds(deps.db, [shipmentId])
  return shipment?.eta ?? null
}
