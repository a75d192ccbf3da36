// Opens pages of the portal on which a person of a business is signed in.

import type { Page } from 'playwright-core'
import type { MemberRole } from '../../../src/domain/members/member.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { signedInPerson } from '../../support/calls/member-calls.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import type { WatchedPage } from './page-pool.ts'
import type { Stage } from './stage.ts'

/** The screen of a phone, 390 px wide. The portal is designed for this size first. */
export const SMALL = { width: 390, height: 844 }

export type AtPortal = { page: WatchedPage; person: Person; tenant: Tenant; address(path: string): string }

/**
 * Opens an empty page on which a person with this role is signed in. `address` returns the address of a portal page of the business in test
 * mode.
 */
export const atPortal = async (
  { waybill, newPage }: Stage,
  role: MemberRole,
  { viewport = SMALL, tenant }: { viewport?: { width: number; height: number }; tenant?: Tenant } = {},
): Promise<AtPortal> => {
  const own = tenant ?? (await waybill.newTenant())
  const person = await signedInPerson(waybill, own, role)
  const page = await newPage({ viewport })
  await signInto(page, waybill.url, person.cookie)
  return { page, person, tenant: own, address: (path) => `/portal/${own.business.prefix}/test${path}` }
}

export const signInto = (page: Page, url: string, cookie: string): Promise<void> => {
  const [name, value] = cookie.split('=') as [string, string]
  const { hostname } = new URL(url)
  return page.context().addCookies([{ name, value, domain: hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' }])
}
