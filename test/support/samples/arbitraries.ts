// Generators for property tests: cargo, lanes, rate cards and parties. Other functions write cargo and parties as request fields.

import fc from 'fast-check'
import type { AirCargo, AirPiece, Cargo, Dimensions, OceanCargo, OceanElement } from '../../../src/domain/pricing/cargo.ts'
import { CONTAINER_SIZES, DIMENSION_MAX_CM, QUANTITY_MAX, VOLUME_MAX_CBM, WEIGHT_MAX_KG } from '../../../src/domain/pricing/cargo.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import type {
  Countries,
  ExportAirTariff,
  FxRate,
  ImportAirTariff,
  OceanTariff,
  RateCard,
  ServiceZone,
  Surcharges,
  Tariff,
  WeightBreak,
} from '../../../src/domain/pricing/rate-card.ts'
import type { CargoRequest, PackagesElement } from '../../../src/domain/quotes/cargo-request.ts'
import type { PartiesRequest, PartyField, PartyFields } from '../../../src/domain/quotes/party-request.ts'
import { allCountries, countryName } from '../../../src/domain/values/country.ts'

/** Makes only ordinary objects. By default fast-check also makes objects without a prototype, which never equal an object literal. */
const PLAIN = { noNullPrototype: true } as const

// ── Numbers ──

/**
 * The digits of a number, and how many of them are decimals. Most numbers are short, because short numbers often cause ties in rounding.
 * Some numbers have many digits.
 */
const digits = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 3 })) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 0, max: 18 })) },
)

/** A positive number of at most `max`. */
export const numberUpTo = (max: number): fc.Arbitrary<number> =>
  digits.map(([significand, decimals]) => {
    let value = Number(`${significand}e-${decimals}`)
    for (let more = decimals + 1; value > max; more++) value = Number(`${significand}e-${more}`)
    return value
  })

/** A positive decimal number as text, for a rate card: `8.5`, `8.50`, `0.0125`. */
const figure = fc
  .tuple(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom('1', '01', '05', '5', '50', '25', '125', '005', '0001', '333333', '999'))
  .map(([whole, decimals]) => `${whole}.${decimals}`)

const price = fc.oneof(fc.integer({ min: 1, max: 9_999 }).map(String), figure)
const percent = fc.oneof(fc.integer({ min: 1, max: 100 }).map(String), fc.constantFrom('0.5', '7.5', '12.25', '33.333', '0.001'))
const orZero = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant('0'), arbitrary)

// ── Cargo ──

/** How many units with these dimensions fit into the largest volume that a request may have. */
const unitsThatFit = (d: Dimensions): number => (VOLUME_MAX_CBM * 1_000_000) / (d.lengthCm * d.widthCm * d.heightCm)

const side = numberUpTo(DIMENSION_MAX_CM)
export const dimensions: fc.Arbitrary<Dimensions> = fc
  .record({ lengthCm: side, widthCm: side, heightCm: side }, PLAIN)
  .filter((unit) => unitsThatFit(unit) >= 1)

const text = fc.constantFrom('Pallet', 'Carton', 'Crate', 'Floor tiles', 'Ankara, 6 yards', 'ọjà')

const airPiece: fc.Arbitrary<AirPiece> = fc.record(
  { packageType: text, weightKg: numberUpTo(WEIGHT_MAX_KG), dimensions },
  { requiredKeys: ['weightKg'], ...PLAIN },
)

/** Air cargo of one piece. A request gives the piece as `package`. */
export const singlePiece: fc.Arbitrary<AirCargo> = fc
  .record({ weightKg: numberUpTo(WEIGHT_MAX_KG), dimensions }, { requiredKeys: ['weightKg'], ...PLAIN })
  .map((piece) => ({ mode: 'air', pieces: [piece], listed: false }))

/** Air cargo of one to four pieces, for import. A request lists the pieces in `packages`. */
export const listedPieces: fc.Arbitrary<AirCargo> = fc
  .array(airPiece, { minLength: 1, maxLength: 4 })
  .map((pieces) => ({ mode: 'air', pieces, listed: true }))

/**
 * A cargo element with any container size. Optional fields are set only sometimes. Without `volumeCbm`, the quantity is limited so that the
 * units stay within the largest allowed volume.
 */
export const oceanElement: fc.Arbitrary<OceanElement> = fc
  .record({
    containerSize: fc.constantFrom(...CONTAINER_SIZES),
    quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: QUANTITY_MAX })),
    weightKg: numberUpTo(WEIGHT_MAX_KG),
    space: fc.oneof(
      fc.record({ volumeCbm: numberUpTo(VOLUME_MAX_CBM) }),
      fc.record({ dimensions }),
      fc.record({ volumeCbm: numberUpTo(VOLUME_MAX_CBM), dimensions }),
    ) as fc.Arbitrary<Pick<OceanElement, 'volumeCbm' | 'dimensions'>>,
    commodity: fc.option(text, { nil: undefined }),
    isBare: fc.boolean(),
  })
  .map(({ containerSize, quantity, weightKg, space, commodity, isBare }) => {
    const needsNothing = containerSize !== 'LCL' && containerSize !== 'Ro-Ro' && containerSize !== 'Breakbulk'
    const measured = needsNothing && isBare ? {} : { weightKg, ...space }
    const most = space.dimensions && space.volumeCbm === undefined ? Math.floor(unitsThatFit(space.dimensions)) : quantity
    return { containerSize, quantity: Math.min(quantity, most), ...(commodity === undefined ? {} : { commodity }), ...measured }
  })

export const oceanCargo: fc.Arbitrary<OceanCargo> = fc
  .array(oceanElement, { minLength: 1, maxLength: 4 })
  .map((elements) => ({ mode: 'ocean', elements }))

const writeDimensions = (d: Dimensions | undefined) => (d ? { length: d.lengthCm, width: d.widthCm, height: d.heightCm } : {})

/** The cargo as the fields of a request's `parcel`. */
export const writeCargo = (cargo: Cargo): CargoRequest => {
  if (cargo.mode === 'air' && !cargo.listed) {
    const piece = cargo.pieces[0]!
    return { package: { weight: piece.weightKg, ...writeDimensions(piece.dimensions) } }
  }
  const elements: readonly (AirPiece | OceanElement)[] = cargo.mode === 'air' ? cargo.pieces : cargo.elements
  return { packages: elements.map(writeElement) }
}

const writeElement = (element: AirPiece | OceanElement): PackagesElement => {
  const named =
    'containerSize' in element
      ? {
          container_size: element.containerSize,
          quantity: element.quantity,
          ...(element.commodity === undefined ? {} : { commodity: element.commodity }),
          ...(element.volumeCbm === undefined ? {} : { volume: element.volumeCbm }),
        }
      : { ...(element.packageType === undefined ? {} : { package_type: element.packageType }) }
  return { ...named, ...(element.weightKg === undefined ? {} : { weight: element.weightKg }), ...writeDimensions(element.dimensions) }
}

// ── Lanes ──

/** Any country. China and Nigeria are frequent, because special rules apply to them. */
export const country = fc.oneof(fc.constantFrom('CN', 'NG'), fc.constantFrom(...allCountries))

export const lane = (direction: Lane['direction']): fc.Arbitrary<Lane> =>
  fc.record({ direction: fc.constant(direction), origin: country, destination: country })

// ── Cards ──

const surcharges: fc.Arbitrary<Surcharges> = fc.record({
  minimumCharge: orZero(fc.oneof(price, fc.integer({ min: 10_000, max: 50_000_000 }).map(String))),
  fuelPercent: orZero(percent),
  handlingFee: orZero(price),
})

const airMeasure = {
  volumetricDivisor: fc.constantFrom(5000, 6000, 4999, 7),
  stepKg: fc.constantFrom(null, '0.5', '1', '0.1', '0.3', '0.25'),
}

export const importAirTariff = (countries: Countries): fc.Arbitrary<ImportAirTariff> =>
  fc.record({
    kind: fc.constant('import_air'),
    countries: fc.constant(countries),
    ...airMeasure,
    pricePerKg: price,
    transitDays: fc.integer({ min: 1, max: 20 }),
    surcharges,
  })

/** An ocean tariff with prices for all container sizes, or for all but one or two. */
export const oceanTariff = (kind: OceanTariff['kind'], countries: Countries): fc.Arbitrary<OceanTariff> =>
  fc.record({
    kind: fc.constant(kind),
    countries: fc.constant(countries),
    prices: fc
      .tuple(fc.tuple(price, price, price), fc.subarray([...CONTAINER_SIZES], { minLength: 6 }))
      .map(([prices, sizes]) => Object.fromEntries(sizes.map((size, i) => [size, prices[i % 3]!]))),
    surcharges,
  })

/** Ascending weight breaks. If the last break has a limit, the service takes no cargo above that limit. */
const weightBreaks: fc.Arbitrary<WeightBreak[]> = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 3 }), fc.tuple(price, price), fc.boolean())
  .map(([ends, prices, isOpen]) => {
    const upTo = ends.toSorted((a, b) => a - b).map((kg): string | null => String(kg / 2))
    return [...upTo, ...(isOpen || upTo.length === 0 ? [null] : [])].map((upToKg, i) => ({ upToKg, pricePerKg: prices[i % 2]! }))
  })

const serviceZone = (zone: string): fc.Arbitrary<ServiceZone> =>
  fc.record({ zone: fc.constant(zone), transitDays: fc.integer({ min: 1, max: 20 }), breaks: weightBreaks })

const WORLD = { zone: 'World', countries: '*' as const }
const NEAR = { zone: 'Near', countries: ['GH', 'BJ', 'TG', 'NG'] }

/**
 * The zone World contains all countries that Near does not name. A card may define only one of the two zones. A service may have no prices
 * for Near.
 */
export const exportAirTariff: fc.Arbitrary<ExportAirTariff> = fc.record({
  kind: fc.constant('export_air'),
  ...airMeasure,
  zones: fc.constantFrom([WORLD, NEAR], [NEAR, WORLD], [WORLD], [NEAR]),
  services: fc
    .array(fc.tuple(surcharges, serviceZone('World'), fc.option(serviceZone('Near'))), { minLength: 1, maxLength: 2 })
    .map((services) =>
      services.map(([fees, world, near], i) => ({
        carrier: 'Sample Air',
        service: `Service ${i + 1}`,
        surcharges: fees,
        zones: near ? [world, near] : [world],
      })),
    ),
})

const fxRate = (base: string): fc.Arbitrary<FxRate> =>
  fc
    .oneof(fc.constantFrom('1400', '1533.7', '0.5', '1', '1499.987654321'), figure)
    .map((rate) => ({ id: `fx_${base}`, base, quote: 'NGN', rate, effectiveFrom: 0, source: 'test' }))

/**
 * A card of the operator or of a business, in dollars, euros or naira. The card may be a sample. Cards with different values of `number`
 * never take effect at the same moment.
 */
export const rateCard = (number: number, tariff: fc.Arbitrary<Tariff>): fc.Arbitrary<RateCard> =>
  fc.record({
    id: fc.constant(`card-${number}`),
    version: fc.constant(1),
    title: fc.constant(`Card ${number}`),
    currency: fc.constantFrom('USD', 'USD', 'EUR', 'NGN'),
    sample: fc.boolean(),
    businessId: fc.constantFrom(null, 'biz_1'),
    effectiveFrom: fc.nat(9).map((moment) => 10 * moment + number),
    tariff,
  })

export const priceBook = (...tariffs: fc.Arbitrary<Tariff>[]): fc.Arbitrary<PriceBook> =>
  fc.record({
    cards: fc.tuple(...tariffs.map((tariff, i) => rateCard(i, tariff))),
    fx: fc.tuple(fxRate('EUR'), fxRate('USD')),
    markupPercent: orZero(percent),
  })

// ── Parties ──

export const PARTY_FIELDS: readonly PartyField[] = ['name', 'email', 'phone', 'street', 'city', 'state', 'postalCode', 'country']

const line = fc.stringMatching(/^[A-Za-z0-9' .,ọñé-]{0,20}[A-Za-zọñé]$/)

/** A country as its code in upper or lower case, or as its name. */
const writtenCountry = country.chain((code) => fc.constantFrom(code, code.toLowerCase(), countryName(code)))

export const fullParty: fc.Arbitrary<Required<PartyFields>> = fc.record(
  {
    name: line,
    email: line.map((local) => `${local}@example.com`),
    phone: fc.stringMatching(/^\+234[0-9]{10}$/),
    street: line,
    city: line,
    state: line,
    postalCode: fc.stringMatching(/^[0-9]{6}$/),
    country: writtenCountry,
  },
  PLAIN,
)

type Role = 'sender' | 'recipient'

/** The names of each field in a request: nested, flat for a sender, flat for a recipient. */
const WRITTEN_AS: Record<PartyField, readonly [nested: string, sender: string, recipient: string]> = {
  name: ['name', 'sender_name', 'dest_name'],
  email: ['email', 'sender_email', 'dest_email'],
  phone: ['phone', 'origin_mobile', 'dest_mobile'],
  street: ['address.street', 'origin_address', 'dest_address'],
  city: ['address.city', 'origin_city', 'dest_city'],
  state: ['address.state', 'origin_state', 'dest_state'],
  postalCode: ['address.postal_code', 'origin_zip_code', 'dest_zip_code'],
  country: ['address.country', 'origin_country', 'destination_country'],
}

/** The name of a field in errors: `parcel.recipient.phone`, or `parcel.dest_mobile` in a flat request. */
export const fieldName = (role: Role, field: PartyField, style: 'nested' | 'flat'): string => {
  const [nested, sender, recipient] = WRITTEN_AS[field]
  if (style === 'nested') return `parcel.${role}.${nested}`
  return `parcel.${role === 'sender' ? sender : recipient}`
}

/** A party as the fields of a request's `parcel`. `styleOf` chooses the nested or the flat style for each field. */
export const writeParty = (role: Role, fields: PartyFields, styleOf: (field: PartyField) => 'nested' | 'flat'): PartiesRequest => {
  const flat: Record<string, string> = {}
  const party: Record<string, string> = {}
  const address: Record<string, string> = {}
  for (const field of PARTY_FIELDS) {
    const value = fields[field]
    if (value === undefined) continue
    const style = styleOf(field)
    const key = fieldName(role, field, style).split('.').at(-1)!
    if (style === 'flat') flat[key] = value
    else if (WRITTEN_AS[field][0] === key) party[key] = value
    else address[key] = value
  }
  const hasAddress = Object.keys(address).length > 0
  const isNested = hasAddress || Object.keys(party).length > 0
  return { ...flat, ...(isNested ? { [role]: { ...party, ...(hasAddress ? { address } : {}) } } : {}) }
}
