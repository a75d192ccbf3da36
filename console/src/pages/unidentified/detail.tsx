// One unidentified parcel: details, photos, actions.

import './unidentified.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { api } from '../../api.ts'
import { filledIn, ReasonDialog } from '../../components/form.tsx'
import { QueryView } from '../../components/lists/query-view.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { Moment } from '../../components/records/moment.tsx'
import { useRead } from '../../components/use-read.ts'
import { UNIDENTIFIED } from '../../paths.ts'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { UnidentifiedParcel } from '../../wire.ts'
import { Assign } from './assign.tsx'
import { Photos } from './photos.tsx'
import { labelOf, StateBadge, sizeText, WhatBecame } from './words.tsx'

const Discard = ({ parcelId, onClose }: { parcelId: string; onClose: () => void }) => {
  const discard = async (reason: string) => {
    await api.send('POST', `${UNIDENTIFIED}/${parcelId}/discard`, filledIn({ reason }))
    return t('unidentified.discardDone')
  }
  return (
    <ReasonDialog
      title={t('unidentified.discardTitle')}
      submitLabel={t('unidentified.discard')}
      label={t('unidentified.reason')}
      description={t('unidentified.reasonHint')}
      onSubmit={discard}
      onClose={onClose}
    />
  )
}

const ParcelPage = ({ parcel }: { parcel: UnidentifiedParcel }) => {
  const mayHandle = useMayHandle()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const id = parcel.unidentified_parcel_id
  const canChange = mayHandle && parcel.status === 'open'
  const discard = canChange && (
    <Button variant="default" onClick={() => setIsDiscarding(true)}>
      {t('unidentified.discard')}
    </Button>
  )
  return (
    <Page
      title={labelOf(parcel)}
      lead={<StateBadge parcel={parcel} />}
      back={{ href: '/unidentified', label: t('unidentified.title') }}
      actions={discard}
    >
      {isDiscarding && <Discard parcelId={id} onClose={() => setIsDiscarding(false)} />}
      <Panel>
        <Facts
          facts={[
            [t('unidentified.arrived'), <Moment key="at" at={parcel.received_at} />],
            [t('unidentified.size'), sizeText(parcel)],
            ...(parcel.courier_number === null ? [] : [[t('unidentified.courierNumber'), parcel.courier_number] as const]),
            ...(parcel.condition_note === null ? [] : [[t('unidentified.note'), parcel.condition_note] as const]),
            ...(parcel.status === 'open' ? [] : [[t('unidentified.outcome'), <WhatBecame key="became" parcel={parcel} />] as const]),
          ]}
        />
      </Panel>
      {canChange && <Assign parcel={parcel} />}
      <Photos parcelId={id} />
    </Page>
  )
}

const UnidentifiedDetail = () => {
  const { id } = useParams<{ id: string }>()
  const query = useRead<UnidentifiedParcel>(UNIDENTIFIED, id)
  return <QueryView query={query}>{(parcel) => <ParcelPage parcel={parcel} />}</QueryView>
}

export default UnidentifiedDetail
