// Actions on a customer: edit, charge an extra, merge after a preview, deactivate, reactivate.

import { Button, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, CUSTOMERS, fieldError } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { FormDialog } from '../../components/form.tsx'
import { Icon } from '../../components/icons.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { Remark } from '../../components/page.tsx'
import { notifyDone, useRead, useRefresh, useSave } from '../../components/queries.ts'
import { customerOption } from '../../components/records/options.tsx'
import { t } from '../../strings.ts'
import type { CustomerDetail } from '../../wire.ts'
import { AddExtraButton } from '../billing/add-extra.tsx'
import { customerName, EditCustomer } from './profile.tsx'

const MergeCustomer = ({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) => {
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

export const CustomerActions = ({ customer }: { customer: CustomerDetail }) => {
  const confirm = useConfirm()
  const save = useSave()
  const [doing, setDoing] = useState<'edit' | 'merge' | null>(null)
  const name = customerName(customer)
  const isActive = customer.status === 'active'
  const setStatus = async () => {
    const text = t('customers.deactivateText')
    if (isActive && !(await confirm({ title: t('records.deactivateTitle', { name }), text, action: t('records.deactivate') }))) return
    await save(
      api.send('POST', `${CUSTOMERS}/${customer.parcel_customer_id}/${isActive ? 'deactivate' : 'reactivate'}`),
      t(isActive ? 'customers.deactivated' : 'customers.reactivated', { name }),
    )
  }
  return (
    <>
      {doing === 'edit' && <EditCustomer customer={customer} onClose={() => setDoing(null)} />}
      {doing === 'merge' && <MergeCustomer customer={customer} onClose={() => setDoing(null)} />}
      <PlainButton label={t('records.edit')} onClick={() => setDoing('edit')} />
      {customer.merged_into_id === null && (
        <AddExtraButton
          subject={{
            kind: 'customer',
            id: customer.parcel_customer_id,
            name,
            businessId: customer.business.business_id,
            mode: customer.mode,
          }}
        />
      )}
      {customer.merged_into_id === null && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="more" sizePx={16} />}>
              {t('packages.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDoing('merge')}>{t('customers.merge')}</Menu.Item>
            <Menu.Item onClick={setStatus}>{t(isActive ? 'records.deactivate' : 'customers.reactivate')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
