// People of businesses: how long invitations and sessions are valid, when an owner cannot be removed, and which phone numbers are valid.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from '../values/errors.ts'
import { checkPhone, MEMBERS_MAX, memberState, portalSessionEndsAt, requireOtherOwner, VIEW_AS_LINK_VALID_MS } from './member.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOON = Date.UTC(2026, 10, 19, 12)

describe('an invitation', () => {
  it('is one of at most 200 people of a business', () => assert.equal(MEMBERS_MAX, 200))

  it('expires after 14 days unless it was accepted', () => {
    const invited = { invitedAt: NOON, acceptedAt: null }
    assert.equal(memberState(invited, NOON + 14 * DAY_MS - 1), 'invited')
    assert.equal(memberState(invited, NOON + 14 * DAY_MS), 'expired')
    assert.equal(memberState({ ...invited, acceptedAt: NOON }, NOON + 99 * DAY_MS), 'active')
  })
})

describe('a session in the portal', () => {
  const endsAt = (seenAfterDays: number, staffId: string | null = null): number =>
    (portalSessionEndsAt({ createdAt: NOON, seenAt: NOON + seenAfterDays * DAY_MS, staffId }) - NOON) / MINUTE_MS

  it('of a person ends a week after its last use, and after thirty days', () => {
    const minutes = (days: number): number => days * 24 * 60
    assert.deepEqual([endsAt(0), endsAt(20), endsAt(23), endsAt(29)], [7, 27, 30, 30].map(minutes))
  })

  it('of an admin who views as the business ends after half an hour, whatever its use; its link works for five minutes', () => {
    assert.equal(VIEW_AS_LINK_VALID_MS, 5 * MINUTE_MS)
    assert.deepEqual([endsAt(0, 'stf_1'), endsAt(1, 'stf_1')], [30, 30])
  })
})

describe('the last owner', () => {
  it('cannot go; other people can, and an owner who has not accepted yet', () => {
    assert.throws(() => requireOtherOwner({ role: 'owner', acceptedAt: NOON }, 0), /last owner/)
    requireOtherOwner({ role: 'owner', acceptedAt: NOON }, 1)
    requireOtherOwner({ role: 'owner', acceptedAt: null }, 0)
    requireOtherOwner({ role: 'clerk', acceptedAt: NOON }, 0)
  })
})

describe('the phone of a person', () => {
  it('has five digits at least, and forty characters at most', () => {
    const isRefused = (phone: string): boolean => {
      const problems = new Problems()
      checkPhone(phone, problems)
      try {
        problems.throwIfAny()
        return false
      } catch {
        return true
      }
    }
    assert.deepEqual(['+234 803 123 4567', '12345', `1${'0'.repeat(39)}`].filter(isRefused), [])
    assert.equal(['', 'none', '1234', '12-34', `1${'0'.repeat(40)}`].filter(isRefused).length, 5)
  })
})
