// Adding a notice to a package deactivates all earlier notices. Notices are ordered by time, and only the newest are shown.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Notice } from './notice.ts'
import { holdNotice, NOTICES_SHOWN_MAX, withNotice } from './notice.ts'

const AT = 1_000_000

const noticeAt = (n: number, createdAt: number, deactivatedAt: number | null = null): Notice => ({
  id: `ntc_${String(n).padStart(6, '0')}`,
  packageId: 'pkg_1',
  level: 'warning',
  body: '',
  createdAt,
  deactivatedAt,
})

/** Notices as the store returns them: oldest first. Only the last notice is active. */
const many = (count: number): Notice[] => Array.from({ length: count }, (_, n) => noticeAt(n, AT + n, n === count - 1 ? null : AT + n + 1))

const idsOf = (notices: readonly Notice[]): string[] => notices.map(({ id }) => id)

describe('a notice', () => {
  it('is a warning for a hold, an info for a release, with the given text or a default', () => {
    const given = { id: 'ntc_1', packageId: 'pkg_1', now: AT }
    const rest = { id: 'ntc_1', packageId: 'pkg_1', createdAt: AT, deactivatedAt: null }
    assert.deepEqual(holdNotice({ ...given, action: 'hold', body: 'Papers' }), { ...rest, level: 'warning', body: 'Papers' })
    assert.deepEqual(holdNotice({ ...given, action: 'hold', body: null }), {
      ...rest,
      level: 'warning',
      body: 'Hold this package at the warehouse.',
    })
    assert.deepEqual(holdNotice({ ...given, action: 'release', body: null }), {
      ...rest,
      level: 'info',
      body: 'Release this package from the warehouse.',
    })
  })

  it('deactivates the one before it, and leaves the others as they were', () => {
    const { shown } = withNotice(many(3), noticeAt(9, AT + 50))
    assert.deepEqual(
      shown.map(({ deactivatedAt }) => deactivatedAt),
      [AT + 1, AT + 2, AT + 50, null],
    )
  })

  it('is ordered by time, then by id, even if the clock was set back', () => {
    const earlier = [noticeAt(1, AT), noticeAt(3, AT), noticeAt(4, AT + 10)]
    assert.deepEqual(idsOf(withNotice(earlier, noticeAt(2, AT)).shown), ['ntc_000001', 'ntc_000002', 'ntc_000003', 'ntc_000004'])
    assert.deepEqual(idsOf(withNotice(earlier, noticeAt(9, AT + 5)).shown), ['ntc_000001', 'ntc_000003', 'ntc_000009', 'ntc_000004'])
  })

  it('is shown with the newest earlier ones; older ones are no longer shown, but never the new one', () => {
    for (const [before, older] of [
      [0, 0],
      [NOTICES_SHOWN_MAX - 1, 0],
      [NOTICES_SHOWN_MAX, 1],
      [NOTICES_SHOWN_MAX + 5, 6],
    ] as const) {
      const earlier = many(before)
      const found = withNotice(earlier, noticeAt(9_999, AT - 1))
      assert.deepEqual(idsOf(found.older), idsOf(earlier.slice(0, older)))
      assert.deepEqual(idsOf(found.shown), ['ntc_009999', ...idsOf(earlier.slice(older))])
    }
  })

  it('retires at most 1,000 older ones', () => {
    const earlier = many(3_000)
    const { shown, older } = withNotice(earlier, noticeAt(9_999, AT + 9_999))
    assert.deepEqual(idsOf(older), idsOf(earlier.slice(0, 1_000)))
    assert.equal(shown.length, NOTICES_SHOWN_MAX)
  })
})
