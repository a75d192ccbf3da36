// The places of the warehouse, sorted by code, with the number of packages in each place.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PLACES } from '../../api.ts'
import { DialogButton, LinkButton } from '../../components/buttons.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { useSelection } from '../../components/lists/rows-table.tsx'
import { NO_SUMS } from '../../components/lists/table-tools.tsx'
import { Page } from '../../components/page.tsx'
import { SiteFilter, useSiteChoices } from '../../components/records/site-filter.tsx'
import { Empty } from '../../components/states.tsx'
import { Hint, PaperFiles } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { useWorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import type { CreatedPlaces, Place } from '../../wire.ts'
import { labelFiles } from './place-labels.ts'

const CLOSED = [
  { value: 'false', label: t('places.open') },
  { value: 'true', label: t('places.closed') },
]

const statusText = ({ closed_at: closedAt, open_stocktake_id: stocktake }: Place): string => {
  if (closedAt !== null) return t('places.closed')
  return stocktake === null ? t('places.open') : t('places.stocktake')
}

const COLUMNS: readonly Column<Place>[] = [
  { key: 'code', title: t('places.code'), value: (row) => row.code },
  { key: 'packages', title: t('packages.title'), align: 'right', value: (row) => row.packages },
  { key: 'pieces', title: t('places.pieces'), align: 'right', value: (row) => row.pieces },
  { key: 'status', title: t('records.status'), value: statusText, isLesser: true },
]

const WITH_SITE: readonly Column<Place>[] = COLUMNS.flatMap((column) =>
  column.key === 'packages' ? [{ key: 'site', title: t('sites.site'), value: (row) => row.site }, column] : [column],
)

const idOf = ({ place_id: id }: Place): string => id

const createdText = ({ created, existing, places: [first] }: CreatedPlaces): string => {
  if (existing > 0) return t('places.createdSome', { created, existing })
  return created === 1 && first ? t('places.createdOne', { code: first.code }) : t('places.created', { created })
}

const NewPlaces = ({ onClose }: { onClose: () => void }) => {
  const { mode } = useScope()
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const { site, options } = useWorkSite()
  const submit = async () => {
    const codes = last.trim() === '' ? { code: first } : { from: first, to: last }
    const body = { mode, ...codes, ...(site ? { site: site.site_id } : {}) }
    const answer = await api.send<CreatedPlaces>('POST', PLACES, body)
    return createdText(answer)
  }
  return (
    <SaveDialog title={t('places.create')} submitLabel={t('places.createSubmit')} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('places.createHint')}</Hint>
          {site && options.length > 1 && <Hint>{t('places.atSite', { site: `${site.code} · ${site.name}` })}</Hint>}
          <TextInput label={t('places.first')} {...typed(first, setFirst, errorOf('code') ?? errorOf('from'))} data-autofocus />
          <TextInput label={t('places.last')} description={t('places.lastHint')} {...typed(last, setLast, errorOf('to'))} />
        </>
      )}
    </SaveDialog>
  )
}

const PlaceList = () => {
  const { mode } = useScope()
  const mayHandle = useMayHandle()
  const [{ q, site, closed }, filter] = useFilters(['q', 'site', 'closed'])
  const hasSites = useSiteChoices().length > 0
  const selection = useSelection(idOf)
  const actions = (
    <>
      <LinkButton href="/sites" label={t('sites.title')} />
      {mayHandle && (
        <DialogButton label={t('places.create')} icon="plus" variant="filled" dialog={(close) => <NewPlaces onClose={close} />} />
      )}
    </>
  )
  const isFiltered = q !== '' || site !== '' || closed !== ''
  return (
    <Page title={t('places.title')} lead={t('places.lead')} actions={actions}>
      <FilterBar page="/places" isFiltered={isFiltered}>
        <SearchInput label={t('places.search')} placeholder={t('places.searchHint')} {...filter('q')} />
        <SiteFilter {...filter('site')} />
        <ChoiceFilter label={t('records.status')} choices={CLOSED} {...filter('closed')} />
      </FilterBar>
      <DataTable<Place>
        path={PLACES}
        params={{ mode, q, site, closed }}
        columns={hasSites ? WITH_SITE : COLUMNS}
        totalsOf={NO_SUMS}
        rowKey={idOf}
        rowName={({ code }) => code}
        href={({ place_id: id }) => `/places/${id}`}
        csvName="places"
        selection={selection}
        bulkActions={<PaperFiles label={t('places.print')} files={labelFiles([...selection.rows.values()])} />}
        empty={
          isFiltered ? (
            <Empty icon="search" title={t('places.noMatchTitle')} text={t('places.noMatch')} />
          ) : (
            <Empty icon="place" title={t('places.emptyTitle')} text={t('places.empty')} />
          )
        }
      />
    </Page>
  )
}

export default PlaceList
