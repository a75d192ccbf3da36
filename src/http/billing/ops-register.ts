// The routes of billing in the operator's API, and their schemas.

import type { OpsRegister } from '../register.ts'
import { bankRoutes } from './bank/ops-routes.ts'
import { closingRoutes } from './closing/ops-routes.ts'
import { creditRoutes } from './credit/ops-routes.ts'
import { openingRoutes, writeOffRoutes } from './debt/ops-routes.ts'
import { dueRoutes } from './due/ops-routes.ts'
import { DUE_SCHEMAS } from './due/ops-schemas.ts'
import { accountRoutes } from './ops-account-routes.ts'
import { MISSED_SCHEMAS, PROVIDER_SCHEMAS } from './ops-attention-schemas.ts'
import { chargeRoutes } from './ops-charge-routes.ts'
import { invoiceRoutes } from './ops-invoice-routes.ts'
import { missedRoutes } from './ops-missed-routes.ts'
import { providerRoutes } from './ops-notice-routes.ts'
import { paymentRoutes } from './ops-payment-routes.ts'
import { OPS_BILLING_SCHEMAS } from './ops-schemas.ts'
import { owedRoutes } from './owed/ops-routes.ts'
import { OWED_SCHEMAS } from './owed/ops-schemas.ts'
import { moneyRequestRoutes } from './requests/ops-routes.ts'
import { MONEY_REQUEST_SCHEMAS } from './requests/ops-schemas.ts'
import { taxReportRoutes } from './tax-report/ops-routes.ts'
import { tillRoutes } from './till/ops-routes.ts'
import { CASH_COUNT_SCHEMAS } from './till/ops-schemas.ts'
import { withholdingRoutes } from './withholding/ops-routes.ts'
import { WITHHOLDING_SCHEMAS } from './withholding/ops-schemas.ts'

export const register: OpsRegister = {
  schemas: [
    ...OPS_BILLING_SCHEMAS,
    ...OWED_SCHEMAS,
    ...DUE_SCHEMAS,
    ...MISSED_SCHEMAS,
    ...PROVIDER_SCHEMAS,
    ...MONEY_REQUEST_SCHEMAS,
    ...CASH_COUNT_SCHEMAS,
    ...WITHHOLDING_SCHEMAS,
  ],
  ops: [
    chargeRoutes,
    invoiceRoutes,
    paymentRoutes,
    owedRoutes,
    dueRoutes,
    missedRoutes,
    providerRoutes,
    bankRoutes,
    accountRoutes,
    moneyRequestRoutes,
    tillRoutes,
    closingRoutes,
    writeOffRoutes,
    withholdingRoutes,
    openingRoutes,
    creditRoutes,
    taxReportRoutes,
  ],
}
