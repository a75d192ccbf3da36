// Converts country codes and English country names to ISO 3166 alpha-2 codes, and alpha-2 codes to names.
import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

const COUNTRY_MAX_CHARACTERS = 100

/** Everyday names of countries for which the data set lists another name first. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  BN: 'Brunei',
  CN: 'China',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  MK: 'North Macedonia',
  MO: 'Macau',
  PN: 'Pitcairn Islands',
  PS: 'Palestine',
  RU: 'Russia',
  SX: 'Sint Maarten',
  SY: 'Syria',
  TR: 'Turkey',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'U.S. Virgin Islands',
}

/** Spellings that the data set lacks: former and local names, abbreviations, ISO and CLDR forms. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  AE: ['Emirates', 'Dubai'],
  BA: ['Bosnia', 'Bosnia-Herzegovina'],
  BJ: ['Benin Republic', 'Republic of Benin'],
  BN: ['Negara Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia', 'Bolivia, Plurinational State of'],
  BQ: ['Caribbean Netherlands', 'Bonaire'],
  CC: ['Cocos Islands', 'Keeling Islands'],
  CD: ['DR Congo', 'DRC', 'Congo DR', 'Congo DRC', 'Congo-Kinshasa', 'Congo, Democratic Republic of the', 'Zaire'],
  CG: ['Congo Republic', 'Congo-Brazzaville', 'Congo, Republic of the'],
  CM: ['Cameroun', 'Republic of Cameroon'],
  CN: ['PRC', 'PR China', 'China PR', 'Mainland China', 'China Mainland'],
  CV: ['Cabo Verde', 'Cape Verde Islands'],
  FK: ['Falklands', 'Islas Malvinas'],
  FM: ['Federated States of Micronesia'],
  GB: ['Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'United Kingdom of Great Britain and Northern Ireland'],
  GN: ['Guinea-Conakry', 'Republic of Guinea'],
  GS: ['South Georgia'],
  HK: ['Hong Kong SAR', 'Hong Kong SAR China', 'Hong Kong China'],
  HM: ['Heard and McDonald Islands'],
  IE: ['Republic of Ireland', 'Eire'],
  IR: ['Iran, Islamic Republic of'],
  KG: ['Kyrgyz Republic'],
  KN: ['Saint Kitts'],
  KP: ['DPRK', "Democratic People's Republic of Korea", "Korea, Democratic People's Republic of", 'Korea North'],
  KR: ['Korea', 'ROK', 'Korea South'],
  LA: ['Lao', 'Lao PDR'],
  LY: ['Libyan Arab Jamahiriya'],
  MD: ['Republic of Moldova'],
  MK: ['Macedonia', 'FYROM', 'Republic of Macedonia', 'Macedonia, the former Yugoslav Republic of'],
  MM: ['Burma', 'Myanmar (Burma)'],
  MO: ['Macao SAR', 'Macau SAR', 'Macao SAR China', 'Macao China', 'Macau China'],
  NE: ['Niger Republic', 'Republic of Niger'],
  NG: ['Federal Republic of Nigeria', 'NGR'],
  NL: ['Holland'],
  PS: ['Palestine, State of', 'Palestinian Territory', 'Palestinian Territories', 'Palestinian Territory, Occupied'],
  SA: ['KSA', 'Kingdom of Saudi Arabia'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SK: ['Slovak Republic'],
  ST: ['Sao Tome'],
  SX: ['St. Maarten'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TT: ['Trinidad'],
  TW: ['Taiwan ROC'],
  TZ: ['Tanzania, United Republic of'],
  UM: ['U.S. Outlying Islands'],
  US: ['America'],
  VA: ['Holy See', 'Vatican', 'Vatican City State'],
  VC: ['Saint Vincent'],
  VE: ['Bolivarian Republic of Venezuela', 'Venezuela, Bolivarian Republic of'],
  VG: ['BVI'],
  VI: ['USVI', 'United States Virgin Islands', 'Virgin Islands of the United States'],
  VN: ['Viet Nam'],
  ZA: ['RSA', 'Republic of South Africa'],
}

/** Makes names comparable. Ignores accents, case, punctuation and "the", and reads "&" as "and" and "St" as "Saint". */
const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\bthe\b/g, '')
    .replace(/\bst\b/g, 'saint')
    .replace(/[^a-z]+/g, '')

// Only two data files of i18n-iso-countries are read, because the package's entry point would load every language.
const byCode = new Map<string, string>()
const byName = new Map<string, string>()
const names = new Map<string, string>()

for (const [alpha2, alpha3] of isoCodes as [string, string][]) {
  byCode.set(alpha2.toLowerCase(), alpha2).set(alpha3.toLowerCase(), alpha2)
}

for (const [code, written] of Object.entries<string | string[]>(english.countries)) {
  const spellings = [written].flat()
  const name = EVERYDAY_NAMES[code] ?? spellings[0]!
  names.set(code, name)
  for (const spelling of [name, ...spellings, ...(ALIASES[code] ?? [])]) {
    const key = fold(spelling)
    // If two countries share a spelling, the country listed first in the data set keeps it. For "Congo", this is CG, whose short name in
    // ISO 3166 is Congo.
    if (!byName.has(key)) byName.set(key, code)
  }
}

export const allCountries: readonly string[] = Object.freeze([...names.keys()].sort())

export const countryCode = (text: string): string | null => {
  const written = text.trim()
  if (written.length > COUNTRY_MAX_CHARACTERS) return null
  // Codes are not folded, because folding would read "N/A" as Namibia.
  return byCode.get(written.toLowerCase()) ?? byName.get(fold(written)) ?? null
}

export const countryName = (iso2: string): string => names.get(iso2) ?? iso2
