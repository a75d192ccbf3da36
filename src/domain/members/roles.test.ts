// Each portal role may call only its part of the API. The expected patterns are written by hand, and not derived from the table of routes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MEMBER_ROLES } from './member.ts'
import type { PortalRole } from './roles.ts'
import { accessTo, mayCall, ROUTES_OF_ROLES } from './roles.ts'

const partsOf = (route: string) => route.split(' ') as [string, string]
const isRead = (route: string): boolean => route.startsWith('GET ')

/** The routes that the role may call and that `isWanted` accepts. Routes with the access `open`, `person` or `member` are left out. */
const routesOf = (role: PortalRole, isWanted: (route: string) => boolean): string[] =>
  ROUTES_OF_ROLES.filter((route) => isWanted(route) && typeof accessTo(...partsOf(route)) !== 'string' && mayCall(role, ...partsOf(route)))

const ALL_READ = /^GET \/v1\/(parcel_quotes|packages|photos|inbound_parcels|test_clock)(\/|$)/
const TRADE = /\/v1\/(estimates|parcel_quotes|packages|inbound_parcels|parcel-customers|warehouse_addresses|messages)(\/|$)/
const MONEY = /\/v1\/(balance|invoices|payments|statements(\.\w+)?|test_helpers\/(invoices|payments))(\/|$)/
const TECHNICAL = /\/v1\/(api_keys|events|webhook_endpoints|webhook_deliveries|requests|test_clock|test_helpers\/packages)(\/|$)/
const COLLECTION_CODE = 'GET /v1/packages/:id/collection'

describe('a role of the portal', () => {
  for (const [role, own] of [
    ['clerk', TRADE],
    ['accountant', MONEY],
    ['developer', TECHNICAL],
  ] as const) {
    it(`${role} changes only what is its own`, () => {
      const changes = routesOf(role, (route) => !isRead(route))
      assert.deepEqual(
        changes.filter((route) => !own.test(route)),
        [],
      )
      assert.ok(changes.length > 2)
    })

    it(`${role} reads beside that quotes, packages and announced parcels`, () => {
      const reads = routesOf(role, isRead)
      assert.deepEqual(
        reads.filter((route) => !own.test(route) && !ALL_READ.test(route)),
        [],
      )
      assert.equal(reads.includes(COLLECTION_CODE), role === 'clerk')
    })
  }

  it('owner may call every route for a business; people and settings of messages are for owners alone', () => {
    const all = ROUTES_OF_ROLES.filter((route) => typeof accessTo(...partsOf(route)) !== 'string')
    assert.deepEqual(
      routesOf('owner', () => true),
      all,
    )
    const ofOwners = all.filter((route) => MEMBER_ROLES.filter((role) => mayCall(role, ...partsOf(route))).length === 1)
    assert.deepEqual(
      ofOwners,
      all.filter((route) => /\/portal\/v1\/(members|message_settings)/.test(route)),
    )
  })

  it('viewer reads what an owner reads, and changes nothing but that it signs out', () => {
    assert.deepEqual(
      routesOf('viewer', () => true),
      routesOf('owner', isRead),
    )
    const others = ROUTES_OF_ROLES.filter((route) => !isRead(route) && mayCall('viewer', ...partsOf(route)))
    assert.deepEqual(others, ['DELETE /portal/v1/session'])
  })

  it('may not call a route that is not in the table, and HEAD as GET', () => {
    for (const role of [...MEMBER_ROLES, 'viewer'] as const) {
      assert.equal(mayCall(role, 'GET', '/v1/anything'), false)
      assert.equal(mayCall(role, 'HEAD', '/v1/packages'), true)
      assert.equal(mayCall(role, 'HEAD', '/v1/estimates'), false)
    }
  })
})
