// /ops/v1/operator: the operator's name, address, bank and logo. /ops/v1/money_rules: who sees money, and which amounts a second person must approve.

import type { FastifyInstance } from 'fastify'
import type { MoneyRules } from '../../domain/operator/money-rules.ts'
import type { Operator } from '../../domain/operator/operator.ts'
import { missingSellerDetails } from '../../domain/operator/operator.ts'
import { ABANDONED_AFTER_DAYS } from '../../domain/storage/abandoned.ts'
import { koboText } from '../../domain/values/kobo.ts'
import type { Deps } from '../../flows/deps.ts'
import { readOperatorZone } from '../../flows/operator/operator-zone.ts'
import { setMoneyRules } from '../../flows/operator/set-money-rules.ts'
import { removeOperatorLogo, setOperator, setOperatorLogo } from '../../flows/operator/set-operator.ts'
import { acceptImages, ImageBody, imageIn } from '../../platform/http/image-body.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { OpsRegister } from '../register.ts'
import { ADMINS, MONEY, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { amountIn } from '../values/fields.ts'
import { logoPath } from './logo.ts'
import {
  MONEY_RULES_EXAMPLE,
  MoneyRulesAnswer,
  MoneyRulesBody,
  OPERATOR_EXAMPLE,
  OPERATOR_RECORD_SCHEMAS,
  OperatorAnswer,
  SetOperatorBody,
} from './ops-schemas.ts'

const presentOperator = (operator: Operator | null, timeZone: string) => {
  const { street, city, state, postalCode: postal_code, country } = operator?.address ?? {}
  const bank = operator?.bank
  return {
    name: operator?.name ?? null,
    address: omitNulls({ street, city, state, postal_code, country }),
    time_zone: timeZone,
    email: operator?.email ?? null,
    phone: operator?.phone ?? null,
    website: operator?.website ?? null,
    tax_number: operator?.taxNumber ?? null,
    bank: bank
      ? { bank_name: bank.bankName, account_name: bank.accountName, account_number: bank.accountNumber, bank_code: bank.bankCode }
      : null,
    has_none_of: [...(operator?.statesNone ?? [])],
    missing_for_invoices: missingSellerDetails(operator),
    logo_url: operator?.logoSha256 ? logoPath(operator.logoSha256) : null,
    colour: operator?.colour ?? null,
    abandoned_after_days: operator?.abandonedAfterDays ?? ABANDONED_AFTER_DAYS,
  }
}

const LOGO_LIMIT_BYTES = 2 * 1024 * 1024

const operatorRoutes = (ops: FastifyInstance, deps: Deps): void => {
  const answer = async (operator: Operator | null) => presentOperator(operator, await readOperatorZone(deps.db))

  opsRoute(ops, 'GET', '/ops/v1/operator', STAFF, {
    id: 'getOperator',
    summary: 'Retrieve the operator',
    description: 'As labels, manifests, invoices and the public tracking page show it.',
    answers: { 200: goodAnswer('The operator', OperatorAnswer, OPERATOR_EXAMPLE) },
    handler: async () => answer(await operatorStore.find(deps.db)),
  })

  opsRoute(ops, 'PUT', '/ops/v1/operator', ADMINS, {
    id: 'setOperator',
    summary: 'Set who the operator is',
    description: 'Replaces the whole record: omitted fields are cleared. The logo stays the same.',
    body: SetOperatorBody,
    answers: { 200: goodAnswer('The operator', OperatorAnswer, OPERATOR_EXAMPLE) },
    handler: async (request) => answer(await setOperator(deps, authorOf(deps, request), request.body)),
  })

  opsRoute(ops, 'DELETE', '/ops/v1/operator/logo', ADMINS, {
    id: 'removeOperatorLogo',
    summary: 'Remove the operator’s logo',
    description: 'Takes effect at once on documents and pages.',
    answers: { 200: goodAnswer('The operator', OperatorAnswer, OPERATOR_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => answer(await removeOperatorLogo(deps, authorOf(deps, request))),
  })

  ops.register(async (app: FastifyInstance) => {
    acceptImages(app, LOGO_LIMIT_BYTES)
    opsRoute(app, 'PUT', '/ops/v1/operator/logo', ADMINS, {
      bodyLimit: LOGO_LIMIT_BYTES,
      id: 'setOperatorLogo',
      summary: 'Set the operator’s logo',
      description:
        'The body is the image: JPEG, PNG or WebP, up to 2 MiB. It is kept as a PNG of up to 640 by 240 pixels, without what programs add to it.',
      body: ImageBody,
      answers: {
        200: goodAnswer('The operator', OperatorAnswer, { ...OPERATOR_EXAMPLE, logo_url: `/logo/${'5e'.repeat(32)}.png` }),
      },
      errors: ['INVALID_TRANSITION'],
      handler: async (request) => answer(await setOperatorLogo(deps, authorOf(deps, request), imageIn(request))),
    })
  })
}

const presentRules = ({ warehouseSeesMoney, secondPersonFromKobo: from }: MoneyRules) => ({
  warehouse_sees_money: warehouseSeesMoney,
  second_person_from: from === null ? null : koboText(from),
})

const moneyRuleRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/money_rules', MONEY, {
    id: 'getMoneyRules',
    summary: 'Retrieve the rules on money',
    description: 'Who sees money, and from which amount a second person must approve.',
    answers: { 200: goodAnswer('The rules', MoneyRulesAnswer, MONEY_RULES_EXAMPLE) },
    handler: async () => presentRules(await moneyRules.find(deps.db)),
  })

  opsRoute(app, 'PUT', '/ops/v1/money_rules', ADMINS, {
    id: 'setMoneyRules',
    summary: 'Set the rules on money',
    description: 'Replaces both rules; they hold from the next request on. An omitted amount is cleared.',
    body: MoneyRulesBody,
    answers: { 200: goodAnswer('The rules', MoneyRulesAnswer, MONEY_RULES_EXAMPLE) },
    handler: async (request) => {
      const { warehouse_sees_money: warehouseSeesMoney, second_person_from: from = null } = request.body
      const secondPersonFromKobo = from === null ? null : amountIn('second_person_from', from)
      return presentRules(await setMoneyRules(deps, authorOf(deps, request), { warehouseSeesMoney, secondPersonFromKobo }))
    },
  })
}

export const register: OpsRegister = {
  schemas: OPERATOR_RECORD_SCHEMAS,
  ops: [operatorRoutes, moneyRuleRoutes],
}
