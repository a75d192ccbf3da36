// The page of one place in the warehouse. Staff scan packages into the place, see its contents, rename or close it, and start a stocktake.

import { DialogButton, PlainButton, RowButton } from '../../components/buttons.tsx'
import { actionsColumn } from '../../components/lists/rows-table.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import '../shipments/shipments.css'
import { Button, Group, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, PACKAGES, PLACES } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { Page } from '../../components/page.tsx'
import { notifyError, useRefresh, useSave } from '../../components/queries.ts'
import { customerColumn } from '../../components/records/facts.tsx'
import { Empty } from '../../components/states.tsx'
import { Hint, PaperLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { day } from '../../time.tsx'
import type { OpsPackage, Place, Stocktake } from '../../wire.ts'
import type { ScanTexts } from '../shipments/scan-panel.tsx'
import { labelAddress } from './place-labels.ts'
import { PlaceScanPanel } from './place-scan-panel.tsx'
import { StocktakesOf } from './stocktakes.tsx'

const SCAN_TEXTS: ScanTexts = {
  title: t('places.scanTitle'),
  lead: t('places.scanLead'),
  label: t('places.scanLabel'),
  names: {
    placed: t('places.placed'),
    already: t('places.already'),
    refused: t('records.refused'),
    waiting: t('records.waiting'),
  },
}

const COLUMNS: readonly Column<OpsPackage>[] = [
  { key: 'number', title: t('records.number'), value: (row) => row.parcel_number },
  customerColumn(t('customers.one')),
  { key: 'pieces', title: t('places.pieces'), align: 'right', value: (row) => row.quantity, isLesser: true },
  { key: 'arrived', title: t('places.arrived'), value: (row) => row.warehouse_arrived_at, format: day, isLesser: true },
]

const Inside = ({ place }: { place: Place }) => {
  const mayHandle = useMayHandle()
  const save = useSave()
  const takeOut = async ({ parcel_id: id, parcel_number: number }: OpsPackage) => {
    await save(api.send('POST', `${PACKAGES}/${id}/place`, { place: null }), t('places.takenOut', { number }))
  }
  const handling = actionsColumn<OpsPackage>((row) => (
    <RowButton label={t('places.takeOut')} named={t('places.takeOutNamed', { number: row.parcel_number })} onClick={() => takeOut(row)} />
  ))
  return (
    <DataTable<OpsPackage>
      path={PACKAGES}
      params={{ mode: place.mode, place: place.place_id }}
      columns={mayHandle ? [...COLUMNS, handling] : COLUMNS}
      rowKey={(row) => row.parcel_id}
      rowName={(row) => row.parcel_number}
      href={(row) => `/packages/${row.parcel_id}`}
      csvName={`place-${place.code}`}
      filters={<Title order={2}>{t('places.inside')}</Title>}
      empty={<Empty icon="box" title={t('places.nothingHere')} />}
    />
  )
}

const Rename = ({ place, onClose }: { place: Place; onClose: () => void }) => {
  const [code, setCode] = useState(place.code)
  const submit = async () => {
    const renamed = await api.send<Place>('PATCH', `${PLACES}/${place.place_id}`, { code })
    return t('places.renamed', { before: place.code, code: renamed.code })
  }
  return (
    <SaveDialog title={t('places.renameTitle', { code: place.code })} submitLabel={t('places.rename')} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('places.renameHint')}</Hint>
          <TextInput label={t('places.newCode')} {...typed(code, setCode, errorOf('code'))} data-autofocus />
        </>
      )}
    </SaveDialog>
  )
}

const PlaceActions = ({ place }: { place: Place }) => {
  const refresh = useRefresh()
  const save = useSave()
  const confirm = useConfirm()
  const [, navigate] = useLocation()
  const { code, place_id: id, closed_at: closedAt } = place
  const close = async () => {
    if (!(await confirm({ title: t('places.closeTitle', { code }), text: t('places.closeText'), action: t('places.close') }))) return
    await save(api.send('PATCH', `${PLACES}/${id}`, { closed: true }), t('places.closedDone', { code }))
  }
  const reopen = () => save(api.send('PATCH', `${PLACES}/${id}`, { closed: false }), t('places.reopened', { code }))
  const takeStock = async () => {
    await api
      .send<Stocktake>('POST', `${PLACES}/${id}/stocktakes`)
      .then(({ stocktake_id: stocktake }) => navigate(`/stocktakes/${stocktake}`), notifyError)
    await refresh()
  }
  return (
    <>
      <DialogButton label={t('places.rename')} dialog={(shut) => <Rename place={place} onClose={shut} />} />
      {closedAt === null ? (
        <PlainButton label={t('places.close')} onClick={close} />
      ) : (
        <PlainButton label={t('places.reopen')} onClick={reopen} />
      )}
      <Button onClick={takeStock}>{t(place.open_stocktake_id === null ? 'places.take' : 'places.resume')}</Button>
    </>
  )
}

const PlacePage = ({ place }: { place: Place }) => {
  const mayHandle = useMayHandle()
  const lead = (
    <Group gap="xs">
      {place.closed_at !== null && <span>{t('places.closed')}</span>}
      <span>{t('places.counts', { packages: place.packages, pieces: place.pieces })}</span>
    </Group>
  )
  const actions = (
    <>
      <PaperLink href={labelAddress([place])} label={t('places.printOne')} />
      {mayHandle && <PlaceActions place={place} />}
    </>
  )
  return (
    <Page title={place.code} lead={lead} back={{ href: '/places', label: t('places.title') }} actions={actions}>
      <div className="shipment">
        <div>
          {mayHandle && place.closed_at === null && (
            <PlaceScanPanel subjectId={place.place_id} path={`${PLACES}/${place.place_id}/put`} site={place.site} texts={SCAN_TEXTS} />
          )}
          <Inside place={place} />
        </div>
        <div>
          <StocktakesOf place={place} />
        </div>
      </div>
    </Page>
  )
}

const PlaceDetail = () => <RecordPage<Place> path={PLACES}>{(place) => <PlacePage key={place.place_id} place={place} />}</RecordPage>

export default PlaceDetail
