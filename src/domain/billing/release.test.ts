// The charges owed for a package, the charges that stop the package, and the text of the refusal.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OwedCharge, OwedMissed, PayerAccount, ReleaseOverride } from './release.ts'
import { assessRelease, chargesOfPackages, coveredIds, owedKobo, stoppedStep, stopsAt, unpaidText } from './release.ts'

const waiting = (totalKobo: number, more: Partial<OwedCharge> = {}): OwedCharge => ({
  id: `chg_${totalKobo}`,
  kind: 'storage',
  description: 'Storage',
  packageId: 'pkg_1',
  quoteId: 'pq_1',
  payerId: null,
  totalKobo,
  createdAt: 1_000,
  againOf: null,
  invoiceId: null,
  invoiceNumber: null,
  openKobo: null,
  dueDate: null,
  ...more,
})
const billed = (totalKobo: number, openKobo: number, more: Partial<OwedCharge> = {}): OwedCharge =>
  waiting(totalKobo, { invoiceId: 'inv_1', invoiceNumber: 'INV-2026-000001', openKobo, dueDate: '2026-11-30', ...more })
const override = (createdAt: number, chargeIds: string[] | null = null): ReleaseOverride => ({
  id: 'rel_1',
  packageId: 'pkg_1',
  reason: 'agreed',
  owedKobo: 1,
  chargeIds,
  createdBy: 'stf_1',
  createdAt,
})
const owes =
  (balanceKobo: number, ...overdue: string[]) =>
  (): PayerAccount => ({ balanceKobo, overdue })
const STRICT = { release: 'before_departure', creditLimitKobo: 500 } as const

describe('release when paid', () => {
  it('owes unbilled charges, and at most the open amount of an invoice', () => {
    assert.equal(owedKobo([]), 0)
    assert.equal(owedKobo([waiting(100), waiting(50)]), 150)
    assert.equal(owedKobo([waiting(100, { invoiceId: 'inv_2' })]), 100, 'on a draft')
    assert.equal(owedKobo([billed(100, 1_000), billed(200, 1_000)]), 300)
    assert.equal(owedKobo([billed(100, 250), billed(200, 250), billed(70, 90, { invoiceId: 'inv_3' })]), 320)
  })

  it('freight is owed for every package of its booking, other charges for the package they name', () => {
    const other = { id: 'pkg_2', quoteId: 'pq_1' }
    const concerns = (charge: OwedCharge, ...of: Parameters<ReturnType<typeof chargesOfPackages>>): boolean =>
      chargesOfPackages([charge])(...of).length === 1
    assert.ok(concerns(waiting(1), { id: 'pkg_1', quoteId: null }))
    assert.ok(concerns(waiting(1, { kind: 'freight' }), other))
    assert.ok(!concerns(waiting(1), other))
    assert.ok(concerns(waiting(1), other, [{ id: 'pkg_0' }, { id: 'pkg_1' }]), 'of what it was repacked from')
    assert.ok(!concerns(waiting(1), other, [{ id: 'pkg_0' }]))
    assert.ok(!concerns(waiting(1, { kind: 'freight', quoteId: null }), { id: 'pkg_2', quoteId: null }))
  })

  it('each charge of a package is found once, in the order given', () => {
    const charges = [waiting(1, { packageId: 'pkg_0' }), waiting(2, { kind: 'freight' }), waiting(3), waiting(4, { packageId: 'pkg_9' })]
    const found = chargesOfPackages(charges)({ id: 'pkg_1', quoteId: 'pq_1' }, [{ id: 'pkg_0' }])
    assert.deepEqual(found, charges.slice(0, 3))
  })

  it('the packages of a shipment find their charges through an index', () => {
    const packages = Array.from({ length: 1_000 }, (_, index) => ({ id: `pkg_${index}`, quoteId: `pq_${index}` }))
    let looks = 0
    const charges = packages.map(({ id, quoteId }) => ({
      ...waiting(1, { quoteId }),
      get packageId() {
        looks += 1
        return id
      },
    }))
    const chargesOf = chargesOfPackages(charges)
    for (const parcel of packages) assert.equal(chargesOf(parcel).length, 1)
    assert.ok(looks <= 3 * charges.length, `${looks} looks at ${charges.length} charges`)
  })

  it('shows the latest override, or null', () => {
    const decided = (...overrides: ReleaseOverride[]) => assessRelease([], STRICT, owes(0), overrides).override
    assert.deepEqual(decided(override(1), override(2), override(3)), override(3))
    assert.equal(decided(), null)
  })

  const CASES: [what: string, stops: boolean, ...Parameters<typeof assessRelease>][] = [
    ['the terms require nothing', false, [waiting(1)], { ...STRICT, release: 'none' }, owes(501), []],
    ['the limit is exceeded', true, [waiting(1)], STRICT, owes(501), []],
    ['exactly the limit is owed', false, [waiting(1)], STRICT, owes(500), []],
    ['an invoice is overdue', true, [waiting(1)], STRICT, owes(1, 'INV-2026-000001'), []],
    ['nothing of it is owed', false, [], STRICT, owes(501), []],
    ['it was released when it was charged', false, [waiting(1)], STRICT, owes(501), [override(1_000)]],
    ['it was charged after it was released', true, [waiting(1)], STRICT, owes(501), [override(999)]],
    ['it is among the released charges, whatever the clock said', false, [waiting(1)], STRICT, owes(501), [override(999, [waiting(1).id])]],
    [
      'it is not among the released charges, whatever the clock says',
      true,
      [waiting(1)],
      STRICT,
      owes(501),
      [override(1_000, ['chg_other'])],
    ],
    ['an earlier override released it', false, [waiting(1)], STRICT, owes(501), [override(1, [waiting(1).id]), override(2, ['chg_other'])]],
  ]
  const missed: OwedMissed = { ...waiting(1), kind: 'other', id: 'msd_1', amount: '52.00', currency: 'XAF' }
  const again = waiting(2, { againOf: 'chg_1' })
  CASES.push(
    ['it repeats a released charge', false, [again], STRICT, owes(501), [override(1, ['chg_1'])]],
    ['it repeats a charge that was not released', true, [again], STRICT, owes(501), [override(1, ['chg_other'])]],
    ['it could not be charged, within the limit', true, [], STRICT, owes(0), [], [missed]],
    ['it could not be charged, and the terms require nothing', false, [], { ...STRICT, release: 'none' }, owes(0), [], [missed]],
  )
  for (const [what, stops, ...given] of CASES)
    it(`${stops ? 'stops' : 'does not stop'} where ${what}`, () => {
      assert.equal(stoppedStep(assessRelease(...given)), stops ? 'departure' : null)
    })

  it('an override covers the charges and the charge that each repeats', () => {
    assert.deepEqual(coveredIds([waiting(3), again]), ['chg_3', 'chg_2', 'chg_1'])
  })

  it('names what could not be charged after what is owed', () => {
    const told = unpaidText(assessRelease([waiting(100)], STRICT, owes(501), [], [missed]))
    assert.equal(told, 'owes NGN 1.00: not invoiced: Storage (NGN 1.00); owes what could not be charged: Storage (XAF 52.00)')
    assert.equal(unpaidText({ stopping: [], missed: [missed] }), 'owes what could not be charged: Storage (XAF 52.00)')
  })

  it('stops nothing if the terms require nothing', () => {
    assert.deepEqual(assessRelease([waiting(1)], { ...STRICT, release: 'none' }, owes(501), []).stopping, [])
  })

  it('uses the account of each payer', () => {
    const accountOf = (payerId: string | null): PayerAccount => ({ balanceKobo: payerId === null ? 0 : 900, overdue: [] })
    const { stopping } = assessRelease([waiting(1), waiting(2, { payerId: 'pcus_1' })], STRICT, accountOf, [])
    assert.deepEqual(
      stopping.map(({ totalKobo }) => totalKobo),
      [2],
    )
  })

  it('stops only at the step of the terms', () => {
    assert.deepEqual(
      (['none', 'before_departure', 'before_delivery'] as const).map((release) => [
        stopsAt(release, 'departure'),
        stopsAt(release, 'delivery'),
      ]),
      [
        [false, false],
        [true, false],
        [false, true],
      ],
    )
  })

  it('names each invoice once and unbilled charges, at most five', () => {
    const tell = (...charges: OwedCharge[]) => unpaidText(assessRelease(charges, STRICT, owes(501), []))
    assert.equal(
      tell(billed(100, 150), billed(50, 150), waiting(25)),
      'owes NGN 1.75: invoice INV-2026-000001 (NGN 1.50 open, due 2026-11-30), not invoiced: Storage (NGN 0.25)',
    )
    const [six, five] = [6, 5].map((length) => tell(...Array.from({ length }, (_, index) => waiting(index + 1))))
    assert.match(six!, / and 1 more$/)
    assert.doesNotMatch(five!, /more/)
    const many = tell(...Array.from({ length: 7 }, (_, index) => waiting(index + 1)))
    assert.match(many, /^owes NGN 0\.28: not invoiced: Storage \(NGN 0\.01\), .* \(NGN 0\.05\) and 2 more$/)
  })
})
