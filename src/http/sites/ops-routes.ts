// /ops/v1/sites: the operator's sites; admins create, change, close and reopen them.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { changeSite, createSite } from '../../flows/sites/change-sites.ts'
import { viewSite, viewSites } from '../../flows/sites/view-sites.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as sites from '../../store/sites/sites.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentSite } from './ops-present.ts'
import { ChangeSiteBody, CreateSiteBody, SITE_EXAMPLE, SiteAnswer, SiteParams, SitesAnswer } from './ops-schemas.ts'

export const siteRoutes = (app: FastifyInstance, deps: Deps): void => {
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
