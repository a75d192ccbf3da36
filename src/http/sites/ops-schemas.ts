// Schemas of sites under /ops/v1.

import { SITE_PURPOSES, SITES_MAX } from '../../domain/sites/site.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { idParams } from '../values/fields.ts'

const line = Type.Optional(Type.String())
const PURPOSE = '`takes_in`: parcels arrive there from suppliers and senders; `hands_out`: recipients collect them there'
const LOCAL = 'As it is written in the language of the country'
const LANGUAGE = 'Language of the local address, such as zh'

const Site = Type.Named('Site', {
  site_id: Type.Token('site'),
  code: Type.String({ description: 'Short, such as CAN' }),
  name: Type.String(),
  purpose: Type.Enum(SITE_PURPOSES, { description: PURPOSE }),
  country: Type.String({ description: 'ISO 3166, two letters' }),
  time_zone: Type.String(),
  address: Type.Object(
    { street: line, city: line, state: line, postal_code: line, country: line },
    { description: 'Its own address, else that of the warehouse of its country; empty while there is neither' },
  ),
  has_own_address: Type.Boolean({ description: 'Whether the address was set for this site' }),
  local_address: Type.Object(
    { street: line, city: line, state: line, postal_code: line },
    { description: `${LOCAL}; empty while not set` },
  ),
  local_language: Type.NullableString({ description: LANGUAGE }),
  phone: Type.NullableString(),
  opening_hours: Type.NullableString(),
  default: Type.Boolean({ description: 'Whether requests work there that name no site: the oldest open one' }),
  closed_at: Type.NullableDateTime(),
  created_at: Type.DateTime(),
})
export type WireSite = Type.Static<typeof Site>
export const SiteAnswer = Type.RefTo(Site)
export const SITE_SCHEMAS = [Site]
export const SitesAnswer = Type.Array(SiteAnswer, { maxItems: SITES_MAX })
export const SiteParams = idParams('site', 'Site token')

const LINES = { street: '88 Huangshi West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510425' }
const LOCAL_LINES = { street: '黄石西路88号', city: '广州市', state: '广东省', postal_code: '510425' }

export const SITE_EXAMPLE: WireSite = {
  site_id: 'site_01kqn2x4t8e6nvd0t2d5c1yq7w',
  code: 'CAN',
  name: 'Guangzhou warehouse',
  purpose: 'takes_in',
  country: 'CN',
  time_zone: 'Asia/Shanghai',
  address: { ...LINES, country: 'China' },
  has_own_address: true,
  local_address: LOCAL_LINES,
  local_language: 'zh',
  phone: '+86 20 5555 0100',
  opening_hours: 'Mon–Sat 9:00–18:00',
  default: true,
  closed_at: null,
  created_at: '2026-11-15T08:00:00.000Z',
}

const AddressBody = (description: string) =>
  Type.Optional(
    Type.Unsafe<{ street?: string; city?: string; state?: string | null; postal_code?: string | null } | null>({
      ...Type.Partial(
        Type.Object({ street: Type.Text(), city: Type.Text(), state: Type.NullableText(), postal_code: Type.NullableText() }),
      ),
      type: ['object', 'null'],
      description,
    }),
  )

const required = {
  code: Type.Text({ description: '1 to 12 letters, digits and hyphens; no two sites have the same' }),
  name: Type.Text(),
  country: Type.Text({ description: 'Code or English name' }),
  time_zone: Type.Text({ description: 'Time zone, such as Asia/Shanghai' }),
}
const optional = {
  purpose: Type.Optional(Type.Enum(SITE_PURPOSES, { description: PURPOSE, default: 'both' })),
  address: AddressBody('In English; null: that of the warehouse of its country'),
  local_address: AddressBody(`${LOCAL}; null clears it`),
  local_language: Type.Optional(Type.NullableText({ description: LANGUAGE })),
  phone: Type.Optional(Type.NullableText()),
  opening_hours: Type.Optional(Type.NullableText()),
}

export const CreateSiteBody = Type.Body(
  [
    {
      code: 'CAN',
      name: SITE_EXAMPLE.name,
      purpose: 'takes_in',
      country: 'CN',
      time_zone: 'Asia/Shanghai',
      address: LINES,
      local_address: LOCAL_LINES,
      local_language: 'zh',
      phone: SITE_EXAMPLE.phone,
      opening_hours: SITE_EXAMPLE.opening_hours,
    },
  ],
  { ...required, ...optional },
)
export const ChangeSiteBody = Type.PartialBody([{ phone: '+86 20 5555 0101' }, { closed: true }], {
  ...required,
  ...optional,
  closed: Type.Boolean({ description: '`true` closes it, which only an empty site can be; `false` opens it again' }),
})
