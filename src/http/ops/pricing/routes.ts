// What prices are made of, under /ops/v1: rate cards, exchange rates, and terms of businesses.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../flows/deps.ts'
import { TERMS_SCHEMAS, termsRoutes } from '../businesses/terms-routes.ts'
import { cardDraftRoutes } from './card-draft-routes.ts'
import { cardRoutes } from './card-routes.ts'
import { CARD_SCHEMAS } from './card-schemas.ts'
import { FX_SCHEMAS, fxRoutes } from './fx-routes.ts'
import { cardShadowRoutes } from './shadow-routes.ts'
import { SHADOW_SCHEMAS } from './shadow-schemas.ts'

export const TARIFF_SCHEMAS = [...CARD_SCHEMAS, ...SHADOW_SCHEMAS, ...FX_SCHEMAS, ...TERMS_SCHEMAS]

export const tariffRoutes = (app: FastifyInstance, deps: Deps): void => {
  cardRoutes(app, deps)
  cardDraftRoutes(app, deps)
  cardShadowRoutes(app, deps)
  fxRoutes(app, deps)
  termsRoutes(app, deps)
}
