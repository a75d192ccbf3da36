// A whole Waybill with its portal and a simulated Paystack, and a real Chromium in which people of a business are signed in.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { MemberRole } from '../../../src/domain/members/member.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { signedInPerson } from '../../support/calls/member-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { PaystackWaybill } from '../../support/server/paystack-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import { endSuite, expectSuite, startBrowser } from './browser.ts'
import { builtPortal } from './built-pages.ts'
import { findChromium, SKIPPED } from './chromium.ts'
import type { PageKind, PagePool, Viewport, WatchedPage } from './page-pool.ts'
import { signInto } from './portal-visit.ts'

const DESKTOP = { width: 1280, height: 800 }
/** The browser reports refusals of the API, which the pages show. */
const REFUSED = /status of 4\d\d .*\/v1\//

export type PortalPage = WatchedPage & {
  /** Loads a page of the business in test mode: `/customers`. */
  open(path: string): Promise<void>
  /** Follows a link to such a page, without a reload, as in `visit`. */
  follow(path: string): Promise<void>
}

type PersonOptions = Partial<Pick<PageKind, 'isSingleUse'>> & { viewport?: Viewport }

export type PortalStage = {
  waybill: PaystackWaybill
  /** A new business, and a page on which a person of it is signed in. */
  person(role: MemberRole, options?: PersonOptions): Promise<{ tenant: Tenant; person: Person; page: PortalPage }>
}

export const describeInPortal = (name: string, suite: (stage: PortalStage) => void): void => {
  const executablePath = findChromium()
  if (executablePath === null) {
    it(name, { skip: SKIPPED })
    return
  }
  expectSuite()
  describe(name, () => {
    const stage = {} as PortalStage
    let pool: PagePool
    before(async () => {
      stage.waybill = await startPaystackWaybill(sqlite, { portalDir: await builtPortal() })
      const browser = await startBrowser(executablePath)
      ;({ pool } = browser)
      browser.address.leadTo(stage.waybill.url)
    })
    after(async () => {
      await pool?.empty()
      await stage.waybill?.close()
      await endSuite()
    })
    stage.person = async (role, { viewport = DESKTOP, isSingleUse = false } = {}) => {
      const { waybill } = stage
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
    afterEach(async (t) => {
      const hasPassed = 'passed' in t && t.passed
      const seen = hasPassed ? [] : await pool.describe()
      const found = await pool.giveBack(hasPassed)
      for (const told of [...seen, ...found]) t.diagnostic?.(told)
      assert.deepEqual(found, [])
    })
    suite(stage)
  })
}
