// The form to create or change a site.

import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, SITES } from '../../api.ts'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import { BROWSER_ZONE } from '../../time.tsx'
import type { Site } from '../../wire.ts'

type Fields = Record<string, string>
type Field = readonly [path: string, label: PlainKey, hint?: PlainKey]

const PURPOSES = (['both', 'takes_in', 'hands_out'] as const).map((value) => ({ value, label: t(`sites.${value}`) }))

const MAIN: readonly Field[] = [
  ['code', 'sites.code', 'sites.codeHint'],
  ['name', 'records.name'],
  ['country', 'records.country', 'operator.warehouseCountryHint'],
  ['time_zone', 'records.timeZone', 'sites.timeZoneHint'],
  ['phone', 'records.phone'],
  ['opening_hours', 'sites.openingHours', 'sites.openingHoursHint'],
]
export const ADDRESS_LINES = [
  ['street', 'records.street'],
  ['city', 'records.city'],
  ['state', 'operator.state'],
  ['postal_code', 'records.postalCode'],
] as const
type SiteAddress = Site['address']

export const addressText = ({ street, city, state, postal_code: code, country }: SiteAddress): string =>
  [street, city, state, code, country].filter(Boolean).join(', ')

const linesOf = (name: 'address' | 'local_address'): Field[] => ADDRESS_LINES.map(([line, label]) => [`${name}.${line}`, label])

const GROUPS: readonly (readonly [legend: PlainKey | null, hint: PlainKey | null, fields: readonly Field[]])[] = [
  [null, null, MAIN],
  ['sites.address', 'sites.addressHint', linesOf('address')],
  [
    'sites.localAddress',
    'sites.localAddressHint',
    [...linesOf('local_address'), ['local_language', 'sites.localLanguage', 'sites.localLanguageHint']],
  ],
]

/**
 * A site without an address of its own uses the address of a warehouse. The address fields then start empty, so that saving does not copy
 * the warehouse's address to the site.
 */
const fieldsOf = (site: Site | null): Fields => {
  if (site === null) return { time_zone: BROWSER_ZONE }
  const within = (name: string, lines: object) => Object.entries(lines).map(([line, text]) => [`${name}.${line}`, text])
  const plain = MAIN.map(([path]) => [path, site[path as keyof Site] ?? ''])
  const own = site.has_own_address ? within('address', site.address) : []
  return Object.fromEntries([
    ...plain,
    ...own,
    ...within('local_address', site.local_address),
    ['local_language', site.local_language ?? ''],
  ])
}

const groupOf = (fields: Fields, name: string): Fields | null => {
  const filled = ADDRESS_LINES.map(([line]) => [line, (fields[`${name}.${line}`] ?? '').trim()] as const).filter(([, text]) => text !== '')
  return filled.length === 0 ? null : Object.fromEntries(filled)
}

type FormProps = { site: Site | null; onClose: () => void }

export const SiteForm = ({ site, onClose }: FormProps) => {
  const [fields, setFields] = useState<Fields>(() => fieldsOf(site))
  const [purpose, setPurpose] = useState<string>(site?.purpose ?? 'both')
  const save = async () => {
    const text = (path: string): string => (fields[path] ?? '').trim()
    const body = {
      code: text('code'),
      name: text('name'),
      purpose,
      country: text('country'),
      time_zone: text('time_zone'),
      phone: text('phone') || null,
      opening_hours: text('opening_hours') || null,
      address: groupOf(fields, 'address'),
      local_address: groupOf(fields, 'local_address'),
      local_language: text('local_language') || null,
    }
    const saved = await api.send<Site>(site ? 'PATCH' : 'POST', site ? `${SITES}/${site.site_id}` : SITES, body)
    return site ? t('shell.saved') : t('sites.created', { code: saved.code })
  }
  const title = site ? t('records.editTitle', { name: site.code }) : t('sites.create')
  return (
    <SaveDialog title={title} submitLabel={site ? t('shell.save') : t('sites.createSubmit')} onSubmit={save} onClose={onClose} size="lg">
      {(errorOf) =>
        GROUPS.map(([legend, hint, inputs]) => (
          <fieldset key={legend} className="fieldset">
            {legend && <legend>{t(legend)}</legend>}
            {hint && <Hint>{t(hint)}</Hint>}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {inputs.map(([path, label, description]) => (
                <TextInput
                  key={path}
                  label={t(label)}
                  {...(description ? { description: t(description) } : {})}
                  {...typed(fields[path] ?? '', (text) => setFields((before) => ({ ...before, [path]: text })), errorOf(path))}
                />
              ))}
              {legend === null && (
                <NativeSelect label={t('sites.purpose')} data={PURPOSES} {...typed(purpose, setPurpose, errorOf('purpose'))} />
              )}
            </SimpleGrid>
          </fieldset>
        ))
      }
    </SaveDialog>
  )
}
