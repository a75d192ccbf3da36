// The operator's sites. Admins create, change, close and reopen them.

import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, SITES } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { Icon } from '../../components/icons.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { useRead, useSave } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Site } from '../../wire.ts'
import { addressText, SiteForm } from './site-form.tsx'

const localText = ({ local_address: { street, city, state } }: Site): string => [state, city, street].filter(Boolean).join(' ')

const StatusBadges = ({ site }: { site: Site }) => (
  <Group gap={4}>
    {site.closed_at === null ? <Badge variant="light">{t('sites.open')}</Badge> : <Badge variant="default">{t('sites.closed')}</Badge>}
    {site.default && <Badge variant="default">{t('sites.default')}</Badge>}
  </Group>
)

const COLUMNS: readonly Column<Site>[] = [
  {
    key: 'name',
    title: t('records.name'),
    render: (site) => `${site.code} · ${site.name}`,
    narrow: ({ purpose, closed_at: closedAt }) =>
      [t(`sites.${purpose}`), closedAt !== null && t('sites.closed')].filter(Boolean).join(' · '),
  },
  { key: 'purpose', title: t('sites.purpose'), render: ({ purpose }) => t(`sites.${purpose}`), isLesser: true },
  {
    key: 'address',
    title: t('sites.address'),
    isLesser: true,
    isFreeText: true,
    render: (site) => (
      <>
        <Text size="sm">{addressText(site.address) || t('sites.noAddress')}</Text>
        {localText(site) && (
          <Text size="sm" lang={site.local_language ?? undefined}>
            {localText(site)}
          </Text>
        )}
        <Hint size="xs">{[site.phone, site.opening_hours].filter(Boolean).join(' · ')}</Hint>
      </>
    ),
  },
  { key: 'zone', title: t('records.timeZone'), render: ({ time_zone: zone }) => zone, isLesser: true },
  { key: 'status', title: t('records.status'), render: (site) => <StatusBadges site={site} />, isLesser: true },
]

const SiteList = () => {
  const query = useRead<Site[]>(SITES)
  const isAdmin = useIsAdmin()
  const save = useSave()
  const confirm = useConfirm()
  const [edited, setEdited] = useState<Site | 'new' | null>(null)
  const close = async (site: Site) => {
    const question = {
      title: t('sites.closeTitle', { code: site.code }),
      text: t('sites.closeText'),
      action: t('sites.close'),
      danger: true,
    }
    if (await confirm(question)) await setClosed(site, true, t('sites.closedDone', { code: site.code }))
  }
  const setClosed = (site: Site, closed: boolean, done: string) => save(api.send('PATCH', `${SITES}/${site.site_id}`, { closed }), done)
  const actions = (site: Site) => (
    <Group gap={4} justify="flex-end">
      <RowButton label={t('records.edit')} onClick={() => setEdited(site)} />
      {site.closed_at === null ? (
        <RowButton label={t('sites.close')} color="red" onClick={() => close(site)} />
      ) : (
        <RowButton label={t('sites.reopen')} onClick={() => setClosed(site, false, t('sites.reopened', { code: site.code }))} />
      )}
    </Group>
  )
  const columns: Column<Site>[] = isAdmin
    ? [...COLUMNS, { key: 'actions', title: t('shell.actions'), isTitleHidden: true, render: actions }]
    : [...COLUMNS]
  const create = isAdmin && (
    <Button onClick={() => setEdited('new')} leftSection={<Icon name="plus" sizePx={16} />}>
      {t('sites.create')}
    </Button>
  )
  return (
    <Page title={t('sites.title')} lead={t('sites.lead')} actions={create}>
      {edited && <SiteForm site={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <Panel flush>
        <QueryView query={query}>
          {(sites) => <RowsTable rows={sites} columns={columns} rowKey={({ site_id: id }) => id} rowName={({ code }) => code} />}
        </QueryView>
      </Panel>
    </Page>
  )
}

export default SiteList
