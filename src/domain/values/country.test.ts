// Countries are recognised in every usual spelling, and other text is refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { anyText } from '../../../test/support/samples/random-texts.ts'
import { allCountries, countryCode, countryName } from './country.ts'

const WRITTEN: [string, string[]][] = [
  ['US', ['USA', 'usa', 'U.S.A.', 'U.S.', 'US', ' us ', 'United States', 'the United States of America', 'UNITED STATES', 'America']],
  ['GB', ['UK', 'U.K.', 'uk', 'gb', 'GBR', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Great Britain', 'united  kingdom']],
  ['CI', ["Cote d'Ivoire", 'Côte d’Ivoire', 'COTE D´IVOIRE', 'côte d`ivoire', 'Ivory Coast', 'Cote d Ivoire', 'CIV']],
  ['CD', ['DR Congo', 'D.R. Congo', 'DRC', 'Democratic Republic of Congo', 'Congo (the Democratic Republic of the)', 'Congo - Kinshasa']],
  ['CG', ['Congo', 'Congo (the)', 'Republic of Congo', 'Congo - Brazzaville']],
  ['AE', ['UAE', 'U.A.E.', 'United Arab Emirates (the)']],
  ['BJ', ['Benin', 'Bénin', 'Benin Republic']],
  ['CN', ['China', 'PRC', 'P.R. China', 'P. R. C.', "People's Republic of China", 'People’s Republic of China', 'Mainland China', 'chn']],
  ['CV', ['Cape Verde', 'Cabo Verde']],
  ['CZ', ['Czech Republic', 'Czechia']],
  ['GM', ['The Gambia', 'Gambia, The', 'Gambia']],
  ['HK', ['Hong Kong', 'HongKong', 'HONG-KONG', 'Hong Kong SAR']],
  ['KR', ['South Korea', 'Korea (the Republic of)', 'Republic of Korea', 'Korea, South', 'Korea']],
  ['KP', ['North Korea', "Korea (the Democratic People's Republic of)"]],
  ['LC', ['St. Lucia', 'St Lucia', 'Saint Lucia']],
  ['MM', ['Burma', 'Myanmar']],
  ['MO', ['Macau', 'Macao']],
  ['NL', ['Holland', 'The Netherlands', 'Netherlands']],
  ['RU', ['Russia', 'Russian Federation (the)']],
  ['SZ', ['Swaziland', 'Eswatini']],
  ['TR', ['Turkey', 'Türkiye', 'TURKIYE']],
  ['TT', ['Trinidad & Tobago', 'Trinidad and Tobago']],
  ['TW', ['Taiwan', 'Taiwan (Province of China)']],
  ['VN', ['Vietnam', 'Viet Nam']],
  ['NG', ['Nigeria', '\tnigeria\n', 'NGA', 'Ng', '\u00a0NG\u00a0']],
]

const UNKNOWN = [
  '',
  '   ',
  'N/A',
  'N.A.',
  'n a',
  'ZZ',
  'ß',
  'Atlantis',
  '中国',
  'constructor',
  '__proto__',
  '566',
  'the',
  'Republic of China',
  'Nigeria'.repeat(1000),
  `N${'.'.repeat(1000)}igeria`,
]

/** Maps each name that two countries share to the country that `countryCode` returns for it. */
const SHARED_NAMES = new Map([['Congo', 'CG']])

const spellings = Object.entries<string | string[]>(english.countries).flatMap(([code, written]) =>
  [written].flat().map((name) => ({ name, code: SHARED_NAMES.get(name) ?? code })),
)

describe('countryCode', () => {
  for (const [code, texts] of WRITTEN) {
    it(`reads ${code} in ${texts.length} spellings`, () => {
      for (const text of texts) assert.equal(countryCode(text), code, text)
    })
  }

  it('is null for text that is not a country, placeholders included', () => {
    for (const text of UNKNOWN) assert.equal(countryCode(text), null, text)
  })

  it('reads every ISO-2 and ISO-3 code', () => {
    for (const [alpha2, alpha3] of isoCodes) {
      assert.equal(countryCode(alpha2!), alpha2)
      assert.equal(countryCode(alpha3!), alpha2)
    }
  })

  it('reads every English name in any case, accented or not, with blanks around it', () => {
    const forms: ((name: string) => string)[] = [
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.normalize('NFD'),
      (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
      (name) => name.replaceAll("'", '’'),
    ]
    const blank = fc.stringMatching(/^[ \t\n\u00a0]{0,3}$/)
    fc.assert(
      fc.property(fc.constantFrom(...spellings), fc.constantFrom(...forms), blank, blank, ({ name, code }, form, before, after) => {
        assert.equal(countryCode(before + form(name) + after), code)
      }),
      { numRuns: process.env.SOAK ? 5_000 : 1_000 },
    )
    for (const { name, code } of spellings) assert.equal(countryCode(name), code, name)
  })

  it("reads every name of the platform's own locale data", () => {
    const display = new Intl.DisplayNames(['en'], { type: 'region' })
    for (const code of allCountries) assert.equal(countryCode(display.of(code)!), code)
  })

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const code = countryCode(text)
        assert.ok(code === null || allCountries.includes(code))
      }),
    )
  })
})

describe('countryName', () => {
  it('is the name people write', () => {
    const everyday = {
      CN: 'China',
      NG: 'Nigeria',
      US: 'United States',
      GB: 'United Kingdom',
      RU: 'Russia',
      TZ: 'Tanzania',
      KR: 'South Korea',
    }
    for (const [code, name] of Object.entries(everyday)) assert.equal(countryName(code), name)
  })

  it('reads back as the same country, and no two countries share one', () => {
    for (const code of allCountries) assert.equal(countryCode(countryName(code)), code)
    assert.equal(new Set(allCountries.map(countryName)).size, allCountries.length)
  })

  it('has no formal titles', () => {
    const titled = allCountries
      .map(countryName)
      .filter((name) => /,.* of$|^(?!Central|Dominican|Czech).*Republic|^The |\(.* part\)/.test(name))
    assert.deepEqual(titled, ['Democratic Republic of the Congo', 'Republic of the Congo'])
  })
})

describe('allCountries', () => {
  it('lists every ISO-2 code once, in order, and cannot be changed', () => {
    assert.deepEqual([...allCountries], isoCodes.map(([alpha2]) => alpha2!).sort())
    assert.ok(Object.isFrozen(allCountries))
  })
})
