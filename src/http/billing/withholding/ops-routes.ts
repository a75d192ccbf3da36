// /ops/v1: tax details of payers, taxes that payers withheld, and certificates of withheld tax.

import type { FastifyInstance } from 'fastify'
import { readPayerTaxOf } from '../../../flows/billing/tax/read-withholding.ts'
import { recordCertificate, withdrawCertificate } from '../../../flows/billing/tax/record-certificate.ts'
import { setPayerTax } from '../../../flows/billing/tax/set-payer-tax.ts'
import type { Deps } from '../../../flows/deps.ts'
import { listPage } from '../../../platform/http/links.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { omitNulls } from '../../../platform/http/wire-format.ts'
import * as certificates from '../../../store/billing/tax/certificates.ts'
import * as withheldTaxes from '../../../store/billing/tax/withheld-taxes.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, MONEY, opsRoute } from '../../staff/access.ts'
import { foundFor, staffCaller, staffCallerFor } from '../../staff/for-business.ts'
import { BusinessParams } from '../../values/fields.ts'
import { businessIdOf, businessIn } from '../../values/ops-list-filters.ts'
import { ReasonBody } from '../ops-schemas.ts'
import {
  CERTIFICATE_EXAMPLE,
  PAYER_TAX_EXAMPLE,
  presentCertificate,
  presentPayerTax,
  presentWithheld,
  WITHHELD_EXAMPLE,
} from './ops-present.ts'
import {
  CertificateAnswer,
  CertificateBody,
  CertificateParams,
  CertificatesQuery,
  PayerTaxAnswer,
  PayerTaxBody,
  PayerTaxQuery,
  WithheldTaxAnswer,
  WithheldTaxesQuery,
} from './ops-schemas.ts'

export const withholdingRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/businesses/:id/tax_details', MONEY, {
    id: 'getPayerTax',
    summary: 'Retrieve the tax details of a payer',
    description: 'Of the business itself, or of a customer of it: its tax number, and the tax that it withholds when it pays.',
    params: BusinessParams,
    query: PayerTaxQuery,
    answers: { 200: goodAnswer('The tax details', PayerTaxAnswer, PAYER_TAX_EXAMPLE) },
    handler: async (request) => {
      const { mode, customer_id: payerId = null } = request.query
      const caller = await staffCallerFor(deps, request, request.params.id, mode)
      return presentPayerTax(caller, payerId, await readPayerTaxOf(deps, caller, payerId))
    },
  })

  opsRoute(app, 'PUT', '/ops/v1/businesses/:id/tax_details', ACCOUNTANTS, {
    id: 'setPayerTax',
    summary: 'Set the tax details of a payer',
    description: 'The tax number is on invoices issued from now on. A payer with withholding rates may withhold tax when it pays.',
    params: BusinessParams,
    body: PayerTaxBody,
    answers: { 200: goodAnswer('The tax details', PayerTaxAnswer, PAYER_TAX_EXAMPLE) },
    handler: async (request) => {
      const {
        mode,
        customer_id: payerId = null,
        tax_number: taxNumber = null,
        electronic_address: endpoint = null,
        withholding,
      } = request.body
      const caller = await staffCallerFor(deps, request, request.params.id, mode)
      return presentPayerTax(caller, payerId, await setPayerTax(deps, caller, payerId, { taxNumber, endpoint, withholding }))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/withheld_taxes', MONEY, {
    id: 'listWithheldTaxes',
    summary: 'List tax that payers withheld',
    description: 'Newest first: by invoice and payment, and the part for which a certificate is recorded.',
    query: WithheldTaxesQuery,
    answers: { 200: goodAnswer('A page of tax withheld', Type.Array(WithheldTaxAnswer), [WITHHELD_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', customer_id: payerId, open: isOpen } = request.query
      const filter = { mode, ...(await businessIn(deps, request.query)), ...omitNulls({ payerId, isOpen }) }
      const { items } = await listPage(request, reply, (page) => withheldTaxes.list(deps.db, filter, page))
      const businessOf = await readBusinessNames(deps)
      return items.map((found) => presentWithheld(businessOf, found))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/withholding_certificates', MONEY, {
    id: 'listCertificates',
    summary: 'List certificates over tax withheld',
    description: 'Newest first, withdrawn ones included.',
    query: CertificatesQuery,
    answers: { 200: goodAnswer('A page of certificates', Type.Array(CertificateAnswer), [CERTIFICATE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', customer_id: payerId } = request.query
      const filter = { mode, ...(await businessIn(deps, request.query)), ...omitNulls({ payerId }) }
      const { items } = await listPage(request, reply, (page) => certificates.list(deps.db, filter, page))
      const businessOf = await readBusinessNames(deps)
      return items.map(({ scope, certificate }) => presentCertificate(businessOf, scope, certificate))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/withholding_certificates', ACCOUNTANTS, {
    id: 'recordCertificate',
    summary: 'Record a certificate over tax withheld',
    description:
      'It covers the tax named, else the oldest of the payer that has no certificate. A number is recorded once, over all businesses.',
    body: CertificateBody,
    answers: { 201: goodAnswer('The certificate', CertificateAnswer, CERTIFICATE_EXAMPLE) },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { mode = 'live', business, customer_id = null, number, issued_on, amount, note = null, withheld_taxes } = request.body
      const scope = { businessId: await businessIdOf(deps, business), mode }
      const caller = await staffCaller(deps, request, scope)
      const asked = { payerId: customer_id, number, issuedOn: issued_on, amount, note, claimIds: withheld_taxes ?? null }
      const certificate = await recordCertificate(deps, caller, asked)
      return reply.code(201).send(presentCertificate(await readBusinessNames(deps), scope, certificate))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/withholding_certificates/:id/withdraw', ACCOUNTANTS, {
    id: 'withdrawCertificate',
    attachValidation: true,
    summary: 'Withdraw a certificate',
    description: 'One that was recorded by mistake. The tax that it covered waits for a certificate again.',
    params: CertificateParams,
    body: ReasonBody,
    answers: {
      200: goodAnswer('The certificate', CertificateAnswer, {
        ...CERTIFICATE_EXAMPLE,
        withdrawn_at: CERTIFICATE_EXAMPLE.created_at,
        withdraw_reason: 'For another business',
      }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, certificates.loadOfAnyBusiness)
      const certificate = await withdrawCertificate(deps, caller, request.params.id, request.body.reason)
      return presentCertificate(await readBusinessNames(deps), scope, certificate)
    },
  })
}
