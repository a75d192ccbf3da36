// Merges a duplicate customer into another, after showing what will move.

import { Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, CUSTOMERS, fieldError } from '../../api.ts'
import { FormDialog } from '../../components/form.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { Remark } from '../../components/page.tsx'
import { notifyDone, useRead, useRefresh } from '../../components/queries.ts'
import { customerOption } from '../../components/records/options.tsx'
import { t } from '../../strings.ts'
import type { CustomerDetail } from '../../wire.ts'

export const MergeCustomer = ({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) => {
  const refresh = useRefresh()
  const [, navigate] = useLocation()
  const [intoId, setIntoId] = useState('')
  const { data: target } = useRead<CustomerDetail>(CUSTOMERS, intoId || null)
  const from = customer.address_suffix
  const to = target?.address_suffix ?? ''
  const merge = async () => {
    if (intoId === '') throw fieldError('into_id', t('customers.mergePick'))
    await api.send('POST', `${CUSTOMERS}/${customer.parcel_customer_id}/merge`, { into_id: intoId })
    await refresh()
    notifyDone(t('customers.mergeDone', { from, to }))
    onClose()
    navigate(`/customers/${intoId}`)
  }
  return (
    <FormDialog
      title={t('customers.mergeTitle', { name: from })}
      submitLabel={t('customers.mergeSubmit')}
      onSubmit={merge}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Text size="sm">{t('customers.mergeLead')}</Text>
          <RecordSelect
            label={t('customers.mergeInto')}
            description={t('customers.mergeIntoHint')}
            placeholder={t('customers.searchHint')}
            error={errorOf('into_id')}
            path={CUSTOMERS}
            params={{ mode: customer.mode, business: customer.business.business_id, status: 'active' }}
            optionOf={customerOption}
            except={customer.parcel_customer_id}
            value={intoId}
            onPick={setIntoId}
          />
          {intoId !== '' && target && (
            <Remark>{t('customers.mergeMoves', { quotes: customer.quotes_count, packages: customer.packages_count, from, to })}</Remark>
          )}
        </>
      )}
    </FormDialog>
  )
}
