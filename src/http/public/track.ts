// /track and /track/{parcel_number}: public tracking without personal data.

import type { FastifyInstance, FastifyReply } from 'fastify'
import { trackingSteps } from '../../domain/packages/tracking.ts'
import { readCode } from '../../domain/values/codes.ts'
import { countryName } from '../../domain/values/country.ts'
import type { Deps } from '../../flows/deps.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as packages from '../../store/packages/packages.ts'
import { createGuessLimiter, limitGuesses } from '../admission/rate-limit.ts'
import * as Type from '../schemas/type.ts'
import { searchPage, TRACK_PAGE_CSP, trackPage } from './track-page.ts'

const SEARCH = { schema: { hide: true, querystring: Type.Object({ number: Type.Optional(Type.Unsafe<unknown>({})) }) } }
const PAGE = { schema: { hide: true, params: Type.Object({ number: Type.String() }) } }

const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-security-policy': TRACK_PAGE_CSP,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(html)

export const trackRoutes = (app: FastifyInstance, deps: Deps): void => {
  const guesses = createGuessLimiter()

  app.get('/track', SEARCH, async (request, reply) => {
    const number = String(request.query.number ?? '').trim()
    if (number !== '') return reply.redirect(`/track/${encodeURIComponent(number)}`, 303)
    return sendPage(reply, 200, searchPage('Track a parcel', 'Enter the number on the parcel or in your message.', ''))
  })

  app.get('/track/:number', PAGE, async (request, reply) => {
    const typed = request.params.number
    const read = readCode(typed)
    if (!read.ok || read.kind !== 'P') {
      const message = read.ok
        ? `This is the ${read.kind === 'Q' ? 'reference of a quote' : 'number of a shipment'}, not the number of a parcel.`
        : 'This number was mistyped: please check each character.'
      return sendPage(reply, 404, searchPage('No such parcel', message, typed))
    }
    const found = await packages.findByParcelNumber(deps.db, read.code)
    const holder = found && (await businesses.findWithClock(deps.db, found.scope))
    if (!found || !holder) {
      limitGuesses(guesses, request.ip, deps.monotonic(), reply)
      return sendPage(reply, 404, searchPage('No such parcel', 'No parcel has this number.', typed))
    }
    const { parcel } = found
    const { timeZone } = holder.business
    const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    const html = trackPage({
      parcelNumber: parcel.parcelNumber,
      lane: `${countryName(parcel.originCountry)} to ${countryName(parcel.destinationCountry)}`,
      steps: trackingSteps(parcel),
      dateOf: (ms) => dates.format(ms),
      timeZone,
    })
    return sendPage(reply, 200, html)
  })
}
