// /ops/v1/invoices/{id}/message_preview and /send: previews the message with an invoice, and sends it.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import type { InvoiceAddressee } from '../../flows/messages/send-invoice.ts'
import { previewInvoice, sendInvoice } from '../../flows/messages/send-invoice.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import type * as Type from '../../platform/http/schemas/type.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { InvoiceParams } from '../billing/ops-schemas.ts'
import { opsRoute, TILL } from '../staff/access.ts'
import { foundFor } from '../staff/for-business.ts'
import { presentOpsMessage } from './ops-present.ts'
import { InvoicePreviewAnswer, OPS_MESSAGE_EXAMPLE, OpsMessageAnswer, PREVIEW_EXAMPLE, SendBody } from './ops-schemas.ts'

const addresseeOf = ({ channel, to, language }: Type.Static<typeof SendBody>): InvoiceAddressee => ({
  channel,
  to: to ?? null,
  language: language ?? null,
})

export const opsInvoiceMessageRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/invoices/:id/message_preview', TILL, {
    id: 'previewInvoiceMessage',
    attachValidation: true,
    summary: 'Preview the message of an invoice',
    description: 'As its recipient would get it, and why it cannot be sent. Saves nothing.',
    params: InvoiceParams,
    body: SendBody,
    answers: { 200: goodAnswer('The message', InvoicePreviewAnswer, PREVIEW_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'INVOICE_NOT_OPEN'],
    handler: async (request) => {
      const { invoice, caller } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      const { message, ...shown } = await previewInvoice(deps, caller, invoice.id, addresseeOf(request.body), request.baseUrl)
      return { to: message.address, name: message.name, language: message.language, ...shown }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/send', TILL, {
    id: 'sendInvoice',
    attachValidation: true,
    summary: 'Send an invoice',
    description:
      'To the customer who pays it, or to another email address; whether or not messages are turned on for the business. Refused without consent to SMS or WhatsApp.',
    params: InvoiceParams,
    body: SendBody,
    answers: {
      201: goodAnswer('The message', OpsMessageAnswer, { ...OPS_MESSAGE_EXAMPLE, purpose: 'invoice_issued', status: 'queued' }),
    },
    errors: ['INVALID_TRANSITION', 'INVOICE_NOT_OPEN'],
    handler: async (request, reply) => {
      const { invoice, caller, scope } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      const message = await sendInvoice(deps, caller, invoice.id, addresseeOf(request.body))
      return reply.code(201).send(presentOpsMessage([caller.business], { ...scope, message }))
    },
  })
}
