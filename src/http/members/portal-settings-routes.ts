// /portal/v1/message_settings: which messages go to the customers and contacts of the business.

import type { FastifyInstance } from 'fastify'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Deps } from '../../flows/deps.ts'
import { setMessageSettings } from '../../flows/messages/set-message-settings.ts'
import { presentSettings, readMessageSettings } from '../messages/ops-present.ts'
import { SettingsAnswer, SettingsBody } from '../messages/ops-schemas.ts'
import { personAuthor, portalOperation } from './portal-auth.ts'

export const settingsRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get('/portal/v1/message_settings', portalOperation({ answers: { 200: SettingsAnswer } }), async ({ portalBusiness }) =>
    presentSettings((await loadBusiness(deps.db, portalBusiness!.businessId)).messages),
  )

  app.put('/portal/v1/message_settings', portalOperation({ body: SettingsBody, answers: { 200: SettingsAnswer } }), async (request) => {
    const { businessId } = request.portalBusiness!
    const settings = readMessageSettings(request.body)
    return presentSettings((await setMessageSettings(deps, personAuthor(deps, request), businessId, settings)).messages)
  })
}
