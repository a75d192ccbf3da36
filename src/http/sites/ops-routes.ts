// /ops/v1/sites: the operator's sites. /ops/v1/warehouse_addresses: the addresses for parcels of a customer or business, with QR codes.

import type { FastifyInstance } from 'fastify'
import type { PostalAddress } from '../../domain/businesses/business.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Deps } from '../../flows/deps.ts'
import { callerFor } from '../../flows/deps.ts'
import { readAddressCards } from '../../flows/sites/address-cards.ts'
import { changeSite, createSite } from '../../flows/sites/change-sites.ts'
import type { ViewedSite } from '../../flows/sites/view-sites.ts'
import { viewSite, viewSites } from '../../flows/sites/view-sites.ts'
import { qrSvg } from '../../labels/render.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { locateCustomer } from '../../store/overview/operator-lists.ts'
import * as sites from '../../store/sites/sites.ts'
import type { OpsRegister } from '../register.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import type { WireSite } from './ops-schemas.ts'
import { ChangeSiteBody, CreateSiteBody, SITE_EXAMPLE, SITE_SCHEMAS, SiteAnswer, SiteParams, SitesAnswer } from './ops-schemas.ts'
import { presentAddressCard } from './v1-present.ts'
import { OPS_ADDRESS_SCHEMAS, OpsWarehouseAddressesAnswer, WAREHOUSE_ADDRESS } from './v1-schemas.ts'

const lines = ({ street, city, state, postalCode: postal_code, country }: PostalAddress) =>
  omitNulls({ street, city, state, postal_code, country })

const presentSite = ({ site, address, isDefault }: ViewedSite): WireSite => ({
  site_id: site.id,
  code: site.code,
  name: site.name,
  purpose: site.purpose,
  country: site.country,
  time_zone: site.timeZone,
  address: lines(address ?? {}),
  has_own_address: site.address !== null,
  local_address: lines(site.localAddress ?? {}),
  local_language: site.localLanguage,
  phone: site.phone,
  opening_hours: site.openingHours,
  default: isDefault,
  closed_at: nullableInstant(site.closedAt),
  created_at: instant(site.createdAt),
})

const siteRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/sites', STAFF, {
    id: 'listSites',
    summary: 'List the sites',
    description: 'The oldest first, closed ones included.',
    answers: { 200: goodAnswer('All sites', SitesAnswer, [SITE_EXAMPLE]) },
    handler: async () => (await viewSites(deps.db)).map(presentSite),
  })

  opsRoute(app, 'POST', '/ops/v1/sites', ADMINS, {
    id: 'createSite',
    summary: 'Create a site',
    description: 'A warehouse, hub or office. Customers are given the address of every open site that takes parcels in.',
    body: CreateSiteBody,
    answers: { 201: goodAnswer('The site', SiteAnswer, SITE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { id } = await createSite(deps, authorOf(deps, request), request.body)
      return reply.code(201).send(presentSite(await viewSite(deps, id)))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/sites/:id', STAFF, {
    id: 'getSite',
    summary: 'Retrieve a site',
    description: 'With the address that applies, in English and in the local language.',
    params: SiteParams,
    answers: { 200: goodAnswer('The site', SiteAnswer, SITE_EXAMPLE) },
    handler: async ({ params }) => presentSite(await viewSite(deps, params.id)),
  })

  opsRoute(app, 'PATCH', '/ops/v1/sites/:id', ADMINS, {
    id: 'updateSite',
    summary: 'Change, close or reopen a site',
    description:
      'Fields that are left out stay as they are. Imports come from the address of the site of their country by default; quotes that were made before keep the address they have. A site with packages in it cannot be closed, and the only open one neither.',
    params: SiteParams,
    body: ChangeSiteBody,
    config: { nullEmpties: true },
    answers: { 200: goodAnswer('The site as it is now', SiteAnswer, SITE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      await sites.load(deps.db, request.params.id)
      const { closed, ...changes } = request.body
      const { id } = await changeSite(deps, authorOf(deps, request), request.params.id, changes, closed)
      return presentSite(await viewSite(deps, id))
    },
  })
}

const AddressesQuery = Type.Object({
  customer_id: Type.Optional(Type.Text({ description: 'Parcel customer token' })),
  ...businessQuery,
  ...modeQuery,
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'

const opsAddressRoutes = (app: FastifyInstance, deps: Deps): void => {
  const scopeIn = async ({ customer_id: id, business, mode = 'live' }: Type.Static<typeof AddressesQuery>): Promise<Scope> => {
    if (id !== undefined) return (await locateCustomer(deps.db, id)).scope
    if (business === undefined) throw invalidField('customer_id', 'is required, or business')
    const found = await businesses.find(deps.db, business)
    if (!found) throw invalidField('business', 'matches no business')
    return { businessId: found.id, mode }
  }

  opsRoute(app, 'GET', '/ops/v1/warehouse_addresses', STAFF, {
    id: 'listWarehouseAddressesForStaff',
    summary: 'List the addresses for suppliers of a customer or business',
    description:
      'For `customer_id`, or for the business itself with `business` and `mode`: the address of every open site that takes parcels in, as a supplier must write it, with a QR code of each text.',
    query: AddressesQuery,
    answers: {
      200: goodAnswer('The addresses', OpsWarehouseAddressesAnswer, [{ ...WAREHOUSE_ADDRESS, english_qr: SVG, local_qr: SVG }]),
    },
    errors: ['NOT_FOUND', 'CUSTOMER_INACTIVE'],
    handler: async (request) => {
      const caller = await callerFor(deps.db, await scopeIn(request.query), authorOf(deps, request))
      const cards = (await readAddressCards(deps, caller, request.query.customer_id)).map((card) => presentAddressCard(card, caller.mode))
      return Promise.all(
        cards.map(async (card) => ({
          ...card,
          english_qr: await qrSvg(card.english.text),
          local_qr: card.local && (await qrSvg(card.local.text)),
        })),
      )
    },
  })
}

export const register: OpsRegister = { schemas: [...SITE_SCHEMAS, ...OPS_ADDRESS_SCHEMAS], ops: [siteRoutes, opsAddressRoutes] }
