// All businesses, newest first.

import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api.ts'
import { DialogButton } from '../../components/buttons.tsx'
import { FormDialog, typed } from '../../components/form.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { Page } from '../../components/page.tsx'
import { notifyDone } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { moment } from '../../time.tsx'
import type { Business } from '../../wire.ts'

const PATH = '/ops/v1/businesses'
const DEFAULT_ZONE = 'Africa/Lagos'

const NewBusiness = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [prefix, setPrefix] = useState('')
  const [timeZone, setTimeZone] = useState(DEFAULT_ZONE)
  const create = async () => {
    const made = await api.send<Business>('POST', PATH, { name, prefix, time_zone: timeZone })
    await client.invalidateQueries({ queryKey: [PATH] })
    notifyDone(t('businesses.created', { name: made.name }))
    navigate(`/businesses/${made.business_id}`)
  }
  return (
    <FormDialog title={t('businesses.create')} submitLabel={t('businesses.createSubmit')} onSubmit={create} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('records.name')} {...typed(name, setName, errorOf('name'))} data-autofocus />
          <TextInput
            label={t('businesses.prefix')}
            description={t('businesses.prefixHint')}
            {...typed(prefix, (text) => setPrefix(text.toUpperCase()), errorOf('prefix'))}
            maxLength={6}
          />
          <TextInput label={t('records.timeZone')} {...typed(timeZone, setTimeZone, errorOf('time_zone'))} />
        </>
      )}
    </FormDialog>
  )
}

const BusinessList = () => {
  const isAdmin = useIsAdmin()
  const create = isAdmin && (
    <DialogButton label={t('businesses.create')} icon="plus" variant="filled" dialog={(close) => <NewBusiness onClose={close} />} />
  )
  return (
    <Page title={t('businesses.title')} lead={t('businesses.lead')} actions={create}>
      <DataTable<Business>
        path={PATH}
        rowKey={(row) => row.business_id}
        rowName={(row) => row.name}
        href={(row) => `/businesses/${row.business_id}`}
        csvName="businesses"
        empty={<Empty icon="business" title={t('businesses.emptyTitle')} text={t('businesses.empty')} />}
        columns={[
          { key: 'name', title: t('records.name'), value: (row) => row.name, isFreeText: true },
          { key: 'prefix', title: t('businesses.prefix'), value: (row) => row.prefix },
          { key: 'zone', title: t('records.timeZone'), value: (row) => row.time_zone, isLesser: true },
          { key: 'created', title: t('records.createdAt'), value: (row) => row.created_at, format: moment, isLesser: true },
        ]}
      />
    </Page>
  )
}

export default BusinessList
