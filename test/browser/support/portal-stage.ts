// A Waybill server with its portal, a simulated Paystack, and a real Chromium in which people of a business are signed in.

import type { MemberRole } from '../../../src/domain/members/member.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { signedInPerson } from '../../support/calls/member-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { PaystackWaybill } from '../../support/server/paystack-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import { builtPortal } from './built-pages.ts'
import type { PageKind, Viewport, WatchedPage } from './page-pool.ts'
import { signInto } from './portal-visit.ts'
import { DESKTOP, describeWithPages } from './stage.ts'

/** The browser's console message about a refusal by the API. It is not a fault, because the pages show refusals to the user. */
const REFUSED = /status of 4\d\d .*\/v1\//

export type PortalPage = WatchedPage & {
  /** Loads a page of the business in test mode, for example `/customers`. */
  open(path: string): Promise<void>
  /** Like `open`, but without a reload where possible (see `visit`). */
  follow(path: string): Promise<void>
}

type PersonOptions = Partial<Pick<PageKind, 'isSingleUse'>> & { viewport?: Viewport }

export type PortalStage = {
  waybill: PaystackWaybill
  /** Creates a business, and opens a page on which a person with this role is signed in. */
  person(role: MemberRole, options?: PersonOptions): Promise<{ tenant: Tenant; person: Person; page: PortalPage }>
}

const startPortal = async (): Promise<PaystackWaybill> => startPaystackWaybill(sqlite, { portalDir: await builtPortal() })

export const describeInPortal = (name: string, suite: (stage: PortalStage) => void): void =>
  describeWithPages(name, startPortal, (running) => {
    const person: PortalStage['person'] = async (role, { viewport = DESKTOP, isSingleUse = false } = {}) => {
      const { waybill, pool } = running
      const tenant = await waybill.newTenant()
      const person = await signedInPerson(waybill, tenant, role)
      const [page] = await pool.take(viewport, { user: null, hasWorker: false, isSingleUse })
      await signInto(page, waybill.url, person.cookie)
      page.faults.allow(REFUSED)
      const addressOf = (path: string): string => `/portal/${tenant.business.prefix}/test${path}`
      const open = async (path: string): Promise<void> => {
        await page.goto(addressOf(path))
      }
      return { tenant, person, page: Object.assign(page, { open, follow: (path: string) => page.visit(addressOf(path)) }) }
    }
    suite(Object.assign(running, { person }))
  })
