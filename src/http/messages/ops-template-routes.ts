// /ops/v1/message_templates: the texts of messages, their versions, and previews of drafts.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { previewTemplate } from '../../flows/messages/preview-template.ts'
import { listTemplates, openTemplate } from '../../flows/messages/read-templates.ts'
import { putTemplateInUse, saveTemplate } from '../../flows/messages/save-template.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentListed, presentPreviews, presentTemplate, readTexts } from './ops-template-present.ts'
import {
  LISTED_EXAMPLE,
  PREVIEW_EXAMPLE,
  PreviewAnswer,
  PreviewBody,
  SaveBody,
  TEMPLATE_EXAMPLE,
  TemplateAnswer,
  TemplateParams,
  TemplatesAnswer,
  UseBody,
} from './ops-template-schemas.ts'

export const opsTemplateRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/message_templates', STAFF, {
    id: 'listMessageTemplates',
    summary: 'List the templates of messages',
    description: 'One for each purpose and channel, with the version in use.',
    answers: { 200: goodAnswer('The templates', TemplatesAnswer, [LISTED_EXAMPLE]) },
    handler: async () => (await listTemplates(deps.db)).map(presentListed),
  })

  opsRoute(app, 'GET', '/ops/v1/message_templates/:purpose/:channel', STAFF, {
    id: 'getMessageTemplate',
    summary: 'Retrieve a template',
    description: 'The texts in use, the texts that are part of Waybill, and the newest versions.',
    params: TemplateParams,
    answers: { 200: goodAnswer('The template', TemplateAnswer, TEMPLATE_EXAMPLE) },
    handler: async ({ params, baseUrl }) => presentTemplate(await openTemplate(deps.db, params), baseUrl),
  })

  opsRoute(app, 'PUT', '/ops/v1/message_templates/:purpose/:channel', ADMINS, {
    id: 'saveMessageTemplate',
    summary: 'Save the texts of a template',
    description:
      'Adds a version. Texts for email and SMS are in use at once. Texts for WhatsApp wait until Meta has approved their templates: then put the version in use.',
    params: TemplateParams,
    body: SaveBody,
    answers: { 200: goodAnswer('The template', TemplateAnswer, TEMPLATE_EXAMPLE) },
    handler: async (request) => {
      const { params, body, baseUrl } = request
      return presentTemplate(await saveTemplate(deps, authorOf(deps, request), params, readTexts(body.texts)), baseUrl)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/message_templates/:purpose/:channel/use', ADMINS, {
    id: 'useMessageTemplate',
    summary: 'Put a version of a template in use',
    description: 'An earlier version, the text that is part of Waybill (0), or a text for WhatsApp that Meta has approved.',
    params: TemplateParams,
    body: UseBody,
    answers: { 200: goodAnswer('The template', TemplateAnswer, TEMPLATE_EXAMPLE) },
    handler: async (request) => {
      const { params, body, baseUrl } = request
      const { version, approved_templates: approved = [] } = body
      return presentTemplate(await putTemplateInUse(deps, authorOf(deps, request), params, version, approved), baseUrl)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/message_templates/:purpose/:channel/preview', ADMINS, {
    id: 'previewMessageTemplate',
    summary: 'Preview draft texts',
    description: 'As a recipient would get them, with sample values or those of a package. Saves nothing.',
    params: TemplateParams,
    body: PreviewBody,
    answers: { 200: goodAnswer('The messages', PreviewAnswer, PREVIEW_EXAMPLE) },
    handler: async ({ params, body, baseUrl }) => {
      const { texts, language, package_id: packageId = null } = body
      return presentPreviews(await previewTemplate(deps, { key: params, texts: readTexts(texts), language, packageId }, baseUrl))
    },
  })
}
