// Which cargo fields each flow reads, and which of them it requires. All other fields are ignored, even if they contain mistakes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { listedPieces, oceanCargo, singlePiece, writeCargo } from '../../../test/support/samples/arbitraries.ts'
import type { Cargo, ContainerSize, OceanElement } from '../pricing/cargo.ts'
import { CONTAINER_SIZES } from '../pricing/cargo.ts'
import { Problems } from '../values/errors.ts'
import type { CargoRequest, PackagesElement } from './cargo-request.ts'
import { readCargo } from './cargo-request.ts'

type Flow = [direction: 'import' | 'export', mode: 'air' | 'ocean']

const EXPORT_AIR: Flow = ['export', 'air']
const IMPORT_AIR: Flow = ['import', 'air']
const OCEANS: Flow[] = [
  ['import', 'ocean'],
  ['export', 'ocean'],
]

const read = ([direction, mode]: Flow, parcel: CargoRequest, alreadyWrong: string[] = []): { cargo: Cargo | null; fields: string[] } => {
  const problems = new Problems()
  for (const field of alreadyWrong) problems.add(field, 'must be a number')
  const cargo = readCargo(parcel, direction, mode, problems)
  return { cargo, fields: problems.list.map(({ field }) => field) }
}

const kilos = (weightKg: number, more: object = {}) => ({ mode: 'air', pieces: [{ weightKg, ...more }], listed: false })
const box = { length: 30, width: 20, height: 10 }
const BOX = { dimensions: { lengthCm: 30, widthCm: 20, heightCm: 10 } }

describe('air cargo', () => {
  const READ: [rule: string, flow: Flow, parcel: CargoRequest, cargo: object][] = [
    ['export reads package', EXPORT_AIR, { package: { weight: 2, ...box } }, kilos(2, BOX)],
    ['export reads the flat measurements', EXPORT_AIR, { declared_weight: 2, ...box }, kilos(2, BOX)],
    [
      'export mixes them: nested wins',
      EXPORT_AIR,
      { package: { weight: 2, length: 30 }, declared_weight: 9, ...box, length: 99 },
      kilos(2, BOX),
    ],
    ['export mixes them: flat fills the gaps', EXPORT_AIR, { package: { weight: 2 }, ...box }, kilos(2, BOX)],
    ['export takes the weight from the flat field beside package', EXPORT_AIR, { package: box, declared_weight: 2 }, kilos(2, BOX)],
    ['needs no dimensions', EXPORT_AIR, { package: { weight: 2 } }, kilos(2)],
    ['export ignores packages[]', EXPORT_AIR, { package: { weight: 2 }, packages: [{ weight: 7 }] }, kilos(2)],
    ['import falls back on package', IMPORT_AIR, { package: { weight: 2, ...box } }, kilos(2, BOX)],
    ['import falls back on package from empty packages[]', IMPORT_AIR, { packages: [], package: { weight: 2 } }, kilos(2)],
    ['import falls back on the flat measurements', IMPORT_AIR, { declared_weight: 2 }, kilos(2)],
    [
      'import reads packages[] before anything else',
      IMPORT_AIR,
      { packages: [{ package_type: 'Carton', weight: 1, ...box }, { weight: 3 }], package: { weight: 7 }, declared_weight: 8 },
      { mode: 'air', pieces: [{ packageType: 'Carton', weightKg: 1, ...BOX }, { weightKg: 3 }], listed: true },
    ],
    [
      'is described by item_description',
      EXPORT_AIR,
      { package: { weight: 2, item_description: 'Bowls' }, description: 'Other' },
      { ...kilos(2), description: 'Bowls' },
    ],
    [
      'listed is described by item_description',
      IMPORT_AIR,
      { packages: [{ weight: 3 }], package: { item_description: 'Bowls' }, description: 'Other' },
      { mode: 'air', pieces: [{ weightKg: 3 }], listed: true, description: 'Bowls' },
    ],
    [
      'listed is described by the flat description',
      IMPORT_AIR,
      { packages: [{ weight: 3 }], description: 'Bowls' },
      { mode: 'air', pieces: [{ weightKg: 3 }], listed: true, description: 'Bowls' },
    ],
    [
      'is described by the flat description',
      EXPORT_AIR,
      { package: { weight: 2 }, description: 'Bowls' },
      { ...kilos(2), description: 'Bowls' },
    ],
  ]
  for (const [rule, flow, parcel, cargo] of READ) it(rule, () => assert.deepEqual(read(flow, parcel), { cargo, fields: [] }))

  const MISSING: [rule: string, flow: Flow, parcel: CargoRequest, fields: string[]][] = [
    ['export without any names package', EXPORT_AIR, {}, ['parcel.package']],
    ['export with packages[] alone names package', EXPORT_AIR, { packages: [{ weight: 2 }] }, ['parcel.package']],
    ['import without any names packages', IMPORT_AIR, {}, ['parcel.packages']],
    ['import with empty packages[] names it', IMPORT_AIR, { packages: [] }, ['parcel.packages']],
    ['a package needs a weight', EXPORT_AIR, { package: {} }, ['parcel.package.weight']],
    ['a flat request needs declared_weight', EXPORT_AIR, box, ['parcel.declared_weight']],
    ['import by package needs its weight', IMPORT_AIR, { package: box }, ['parcel.package.weight']],
    [
      'every element needs a weight',
      IMPORT_AIR,
      { packages: [{}, { weight: 1 }, box] },
      ['parcel.packages[0].weight', 'parcel.packages[2].weight'],
    ],
    [
      'dimensions are all or none: nested',
      EXPORT_AIR,
      { package: { weight: 1, width: 5 } },
      ['parcel.package.length', 'parcel.package.height'],
    ],
    ['dimensions are all or none: flat', EXPORT_AIR, { declared_weight: 1, length: 5, height: 5 }, ['parcel.width']],
    ['dimensions are all or none: listed', IMPORT_AIR, { packages: [{ weight: 1, length: 5, width: 5 }] }, ['parcel.packages[0].height']],
    ['all problems are reported together', EXPORT_AIR, { length: 5 }, ['parcel.declared_weight', 'parcel.width', 'parcel.height']],
  ]
  for (const [rule, flow, parcel, fields] of MISSING) it(rule, () => assert.deepEqual(read(flow, parcel).fields, fields))
})

describe('ocean cargo', () => {
  it('says whether packages[] is missing or empty', () => {
    for (const [parcel, message] of [
      [{}, 'is required'],
      [{ packages: [] }, 'must have at least one entry'],
    ] as const) {
      const problems = new Problems()
      readCargo(structuredClone(parcel) as CargoRequest, 'import', 'ocean', problems)
      assert.deepEqual(problems.list, [{ field: 'parcel.packages', message }])
    }
  })

  const bare = (element: PackagesElement): CargoRequest => ({ packages: [element] })

  it('is read alike in both directions, one element per cargo type, quantity 1 by default', () => {
    const parcel: CargoRequest = {
      description: 'Mixed',
      packages: [{ container_size: "20'" }, { container_size: 'LCL', quantity: 3, volume: 2.5, weight: 900, commodity: 'Tiles', ...box }],
    }
    const elements: OceanElement[] = [
      { containerSize: "20'", quantity: 1 },
      { containerSize: 'LCL', quantity: 3, commodity: 'Tiles', weightKg: 900, ...BOX, volumeCbm: 2.5 },
    ]
    for (const flow of OCEANS)
      assert.deepEqual(read(flow, parcel), { cargo: { mode: 'ocean', elements, description: 'Mixed' }, fields: [] })
  })

  const NEEDS: Record<ContainerSize, string[]> = {
    "20'": [],
    "40'": [],
    "40' HC": [],
    "40' REEF": [],
    "20' REEF": [],
    LCL: ['volume'],
    'Ro-Ro': ['volume', 'weight'],
    Breakbulk: ['volume', 'weight'],
  }
  for (const size of CONTAINER_SIZES) {
    const needs = NEEDS[size]
    it(`${size} needs ${needs.join(' and ') || 'nothing more'}`, () => {
      const named = (fields: string[]) => fields.map((field) => `parcel.packages[0].${field}`)
      for (const flow of OCEANS) {
        assert.deepEqual(read(flow, bare({ container_size: size })).fields, named(needs))
        assert.deepEqual(read(flow, bare({ container_size: size, volume: 2 })).fields, named(needs.filter((field) => field === 'weight')))
        assert.deepEqual(read(flow, bare({ container_size: size, ...box })).fields, named(needs.filter((field) => field === 'weight')))
        assert.deepEqual(read(flow, bare({ container_size: size, weight: 9 })).fields, named(needs.filter((field) => field === 'volume')))
        assert.deepEqual(read(flow, bare({ container_size: size, weight: 9, volume: 2 })).fields, [])
      }
    })
  }

  const MISSING: [rule: string, parcel: CargoRequest, fields: string[]][] = [
    ['needs packages[]', {}, ['parcel.packages']],
    ['needs packages[] beside package and flat fields', { package: { weight: 1 }, declared_weight: 1 }, ['parcel.packages']],
    ['needs an element', { packages: [] }, ['parcel.packages']],
    [
      'needs a container_size in every element',
      { packages: [{ container_size: "20'" }, { weight: 1 }] },
      ['parcel.packages[1].container_size'],
    ],
  ]
  for (const [rule, parcel, fields] of MISSING) it(rule, () => assert.deepEqual(read(OCEANS[0]!, parcel).fields, fields))

  for (const size of CONTAINER_SIZES) {
    const needsVolume = NEEDS[size].includes('volume')
    it(`${size} with half its dimensions is read ${needsVolume ? 'by its volume, which it then needs' : 'without them'}`, () => {
      for (const half of [{ length: 5 }, { width: 5, height: 5 }, { length: 5, height: 5 }]) {
        const element = { container_size: size, weight: 9, ...half }
        const { cargo, fields } = read(OCEANS[0]!, bare({ ...element, volume: 2 }))
        assert.deepEqual(fields, [])
        assert.deepEqual(cargo, { mode: 'ocean', elements: [{ containerSize: size, quantity: 1, weightKg: 9, volumeCbm: 2 }] })
        assert.deepEqual(read(OCEANS[0]!, bare(element)).fields, needsVolume ? ['parcel.packages[0].volume'] : [])
      }
    })
  }
})

describe('dimensions', () => {
  /** `greatest` has a volume of 100,000 CBM, the largest allowed. `above` has a slightly larger volume. */
  const greatest = { length: 10_000, width: 10_000, height: 1_000 }
  const above = { ...greatest, height: 1_000.000001 }
  const tenth = { ...greatest, height: 100 }
  const lcl = (element: PackagesElement): PackagesElement => ({ container_size: 'LCL', ...element })
  const VOLUMES: [rule: string, flow: Flow, parcel: CargoRequest, fields: string[]][] = [
    ['may make 100,000 CBM: package', EXPORT_AIR, { package: { weight: 1, ...greatest } }, []],
    ['may make no more: package', EXPORT_AIR, { package: { weight: 1, ...above } }, ['parcel.package.height']],
    ['may make no more: flat', EXPORT_AIR, { declared_weight: 1, ...above }, ['parcel.height']],
    ['may make that in each piece of air cargo', IMPORT_AIR, { packages: [greatest, greatest].map((d) => ({ weight: 1, ...d })) }, []],
    [
      'may make no more in any piece of air cargo',
      IMPORT_AIR,
      { packages: [greatest, above].map((d) => ({ weight: 1, ...d })) },
      ['parcel.packages[1].height'],
    ],
    ['may make that in each element of ocean cargo', OCEANS[0]!, { packages: [lcl(greatest), lcl(greatest)] }, []],
    [
      'may make no more in any element of ocean cargo',
      OCEANS[1]!,
      { packages: [lcl(greatest), lcl(above)] },
      ['parcel.packages[1].height'],
    ],
    ['multiply by the quantity, to that much', OCEANS[0]!, { packages: [lcl({ quantity: 10, ...tenth })] }, []],
    ['multiply by the quantity, to no more', OCEANS[0]!, { packages: [lcl({ quantity: 11, ...tenth })] }, ['parcel.packages[0].height']],
    ['of containers too', OCEANS[0]!, { packages: [{ container_size: "20'", ...above }] }, ['parcel.packages[0].height']],
    ['do not count beside a given volume', OCEANS[0]!, { packages: [lcl({ volume: 5, quantity: 11, ...above })] }, []],
  ]
  for (const [rule, flow, parcel, fields] of VOLUMES) it(rule, () => assert.deepEqual(read(flow, parcel).fields, fields))
})

describe('fields that the flow does not read', () => {
  const FLAT = ['parcel.declared_weight', 'parcel.length', 'parcel.width', 'parcel.height']
  const PACKAGE = ['parcel.package.weight', 'parcel.package']
  const PACKAGES = ['parcel.packages[0].weight', 'parcel.packages[3].height', 'parcel.packages']
  const wrong = [...FLAT, ...PACKAGE, ...PACKAGES]
  const IGNORED: [rule: string, flow: Flow, parcel: CargoRequest, left: string[]][] = [
    ['export air ignores mistakes in packages[]', EXPORT_AIR, { package: { weight: 1 } }, [...FLAT, ...PACKAGE]],
    ['import air by packages[] ignores mistakes in package and flat fields', IMPORT_AIR, { packages: [{ weight: 1 }] }, PACKAGES],
    ['import air without packages[] ignores none', IMPORT_AIR, { package: { weight: 1 } }, wrong],
    ['import ocean ignores mistakes in package and flat fields', OCEANS[0]!, { packages: [{ container_size: "20'" }] }, PACKAGES],
    ['export ocean ignores mistakes in package and flat fields', OCEANS[1]!, { packages: [{ container_size: "20'" }] }, PACKAGES],
  ]
  for (const [rule, flow, parcel, left] of IGNORED) {
    it(rule, () => assert.deepEqual(read(flow, parcel, ['parcel.direction', ...wrong]).fields, ['parcel.direction', ...left]))
  }

  const SHARED = ['weight', 'length', 'width', 'height']
  const OCEAN_ONLY = ['container_size', 'quantity', 'commodity', 'volume']
  const inElements = (fields: string[]) => [0, 1].flatMap((i) => fields.map((field) => `parcel.packages[${i}].${field}`))
  const ELEMENTS: [rule: string, flow: Flow, element: PackagesElement, left: string[]][] = [
    ['air ignores mistakes in what only ocean elements have', IMPORT_AIR, { weight: 1 }, ['package_type', ...SHARED]],
    ['ocean ignores mistakes in what only air elements have', OCEANS[0]!, { container_size: "20'" }, [...SHARED, ...OCEAN_ONLY]],
  ]
  for (const [rule, flow, element, left] of ELEMENTS) {
    it(`${rule}, and no others`, () => {
      const mistakes = inElements(['package_type', ...SHARED, ...OCEAN_ONLY])
      assert.deepEqual(read(flow, { packages: [element, element] }, mistakes).fields, inElements(left))
    })
  }

  it('a mistake in a field is reported once, and not also as missing', () => {
    assert.deepEqual(read(EXPORT_AIR, { package: {} }, ['parcel.package.weight']).fields, ['parcel.package.weight'])
    assert.deepEqual(read(EXPORT_AIR, {}, ['parcel.declared_weight']).fields, ['parcel.declared_weight'])
    assert.deepEqual(read(EXPORT_AIR, {}, ['parcel.package']).fields, ['parcel.package'])
    assert.deepEqual(read(OCEANS[0]!, {}, ['parcel.packages']).fields, ['parcel.packages'])
    assert.deepEqual(read(OCEANS[0]!, { packages: [{}] }, ['parcel.packages[0].container_size']).fields, [
      'parcel.packages[0].container_size',
    ])
  })
})

describe('any cargo', () => {
  const FLOWS: [Flow, fc.Arbitrary<Cargo>][] = [
    [EXPORT_AIR, singlePiece],
    [IMPORT_AIR, fc.oneof(singlePiece, listedPieces)],
    [OCEANS[0]!, oceanCargo],
    [OCEANS[1]!, oceanCargo],
  ]
  for (const [flow, arbitrary] of FLOWS) {
    it(`of ${flow.join(' ')} is read as written`, () => {
      fc.assert(
        fc.property(arbitrary, (cargo) => assert.deepEqual(read(flow, writeCargo(cargo)), { cargo, fields: [] })),
        { numRuns: 1_000 },
      )
    })
  }
})
