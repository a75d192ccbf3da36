// Sample rate cards, exchange rate and warehouse for a new installation, marked as samples. The operator replaces them.

import type { PostalAddress } from '../businesses/business.ts'
import type { ContainerSize } from '../pricing/cargo.ts'
import type { AirService, Countries, RateCard, ServiceZone, Tariff } from '../pricing/rate-card.ts'
import { NO_SURCHARGES } from '../pricing/rate-card.ts'
import { decimal, quantityText } from '../values/money.ts'

export const SAMPLE_FX = { base: 'USD', quote: 'NGN', rate: '1400', source: 'Sample rate of a first start' } as const

export const SAMPLE_WAREHOUSE: { country: string; address: PostalAddress } = {
  country: 'CN',
  address: {
    street: '1 Sample Warehouse Road, Baiyun District',
    city: 'Guangzhou',
    state: 'Guangdong',
    postalCode: '510000',
    country: 'China',
  },
}

const CHINA_OCEAN: Record<ContainerSize, string> = {
  "20'": '2900',
  "40'": '4600',
  "40' HC": '4800',
  "40' REEF": '7600',
  "20' REEF": '5200',
  LCL: '200',
  'Ro-Ro': '110',
  Breakbulk: '120',
}
const CHINA_AIR_PER_KG = '8.50'
const OTHER_LANES = '1.1'
const EXPORT_SHARE = '0.6'

const scaled = (prices: Record<ContainerSize, string>, factor: string): Record<ContainerSize, string> =>
  Object.fromEntries(Object.entries(prices).map(([size, price]) => [size, quantityText(decimal(price).mul(factor))])) as Record<
    ContainerSize,
    string
  >

const importAir = (countries: Countries, pricePerKg: string, transitDays: number): Tariff => ({
  kind: 'import_air',
  countries,
  volumetricDivisor: 6000,
  stepKg: null,
  pricePerKg,
  transitDays,
  surcharges: NO_SURCHARGES,
})

const codes = (listed: string): string[] => listed.split(' ')

const WEST_AFRICA = codes('BJ BF CI CV GH GM GN GW LR ML MR NE NG SL SN TG')
const REST_OF_AFRICA = codes(
  'AO BI BW CD CF CG CM DJ DZ EG EH ER ET GA GQ KE KM LS LY MA MG MU MW MZ NA RE RW SC SD SH SO SS ST SZ TD TN TZ UG YT ZA ZM ZW',
)
const EUROPE = codes(
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
)
const NORTH_AMERICA = codes('CA MX PM PR US VI')
const MIDDLE_EAST_AND_ASIA = codes(
  'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
)

/** For each zone: transit days, then the price in USD per kg up to 5 kg, up to 20 kg, up to 70 kg, and above 70 kg. */
type ZonePrices = Record<'A' | 'B' | 'C' | 'D' | 'E' | 'F', readonly [days: number, string, string, string, string]>

const airService = (service: string, prices: ZonePrices): AirService => ({
  carrier: 'Waybill Air',
  service,
  surcharges: NO_SURCHARGES,
  zones: Object.entries(prices).map(
    ([zone, [transitDays, to5, to20, to70, above]]): ServiceZone => ({
      zone,
      transitDays,
      breaks: [
        { upToKg: '5', pricePerKg: to5 },
        { upToKg: '20', pricePerKg: to20 },
        { upToKg: '70', pricePerKg: to70 },
        { upToKg: null, pricePerKg: above },
      ],
    }),
  ),
})

const EXPORT_AIR: Tariff = {
  kind: 'export_air',
  volumetricDivisor: 5000,
  stepKg: '0.5',
  zones: [
    { zone: 'A', countries: WEST_AFRICA },
    { zone: 'B', countries: REST_OF_AFRICA },
    { zone: 'C', countries: EUROPE },
    { zone: 'D', countries: NORTH_AMERICA },
    { zone: 'E', countries: MIDDLE_EAST_AND_ASIA },
    { zone: 'F', countries: '*' },
  ],
  services: [
    airService('Express', {
      A: [2, '14.00', '11.50', '9.80', '8.90'],
      B: [3, '17.50', '14.20', '12.40', '11.20'],
      C: [3, '19.00', '15.60', '13.20', '12.10'],
      D: [3, '21.50', '17.80', '15.10', '13.90'],
      E: [3, '20.50', '16.90', '14.40', '13.20'],
      F: [5, '25.00', '21.40', '18.60', '17.00'],
    }),
    airService('Priority', {
      A: [4, '11.20', '9.30', '7.90', '7.10'],
      B: [5, '14.10', '11.60', '10.00', '9.10'],
      C: [5, '15.30', '12.60', '10.70', '9.80'],
      D: [6, '17.40', '14.30', '12.20', '11.20'],
      E: [6, '16.50', '13.60', '11.60', '10.60'],
      F: [8, '20.30', '17.20', '15.00', '13.70'],
    }),
    airService('Economy', {
      A: [7, '8.60', '7.20', '6.10', '5.50'],
      B: [9, '10.90', '9.00', '7.80', '7.00'],
      C: [9, '11.80', '9.80', '8.30', '7.60'],
      D: [10, '13.50', '11.10', '9.50', '8.70'],
      E: [10, '12.80', '10.50', '9.00', '8.20'],
      F: [14, '15.80', '13.40', '11.70', '10.60'],
    }),
  ],
}

const card = (id: string, title: string, tariff: Tariff): RateCard => ({
  id,
  version: 1,
  title: `${title} (sample)`,
  currency: 'USD',
  sample: true,
  businessId: null,
  effectiveFrom: 0,
  tariff,
})

const ocean = (kind: 'ocean_import' | 'ocean_export', countries: Countries, prices: Record<ContainerSize, string>): Tariff => ({
  kind,
  countries,
  prices,
  surcharges: NO_SURCHARGES,
})

export const SAMPLE_CARDS: readonly RateCard[] = [
  card('export-air', 'Export air', EXPORT_AIR),
  card('import-air-china', 'Import air from China', importAir(['CN'], CHINA_AIR_PER_KG, 7)),
  card('import-air', 'Import air from other countries', importAir('*', quantityText(decimal(CHINA_AIR_PER_KG).mul(OTHER_LANES)), 10)),
  card('ocean-import-china', 'Import ocean from China', ocean('ocean_import', ['CN'], CHINA_OCEAN)),
  card('ocean-import', 'Import ocean from other countries', ocean('ocean_import', '*', scaled(CHINA_OCEAN, OTHER_LANES))),
  card('ocean-export', 'Export ocean', ocean('ocean_export', '*', scaled(CHINA_OCEAN, EXPORT_SHARE))),
]
