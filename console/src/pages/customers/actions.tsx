// Actions on a customer: edit, charge an extra, merge, deactivate, reactivate.

import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { api, CUSTOMERS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { Icon } from '../../components/icons.tsx'
import { useSave } from '../../components/queries.ts'
import { t } from '../../strings.ts'
import type { CustomerDetail } from '../../wire.ts'
import { AddExtraButton } from '../billing/add-extra.tsx'
import { EditCustomer } from './edit.tsx'
import { MergeCustomer } from './merge.tsx'
import { customerName } from './status.tsx'

export const CustomerActions = ({ customer }: { customer: CustomerDetail }) => {
  const confirm = useConfirm()
  const save = useSave()
  const [doing, setDoing] = useState<'edit' | 'merge' | null>(null)
  const name = customerName(customer)
  const isActive = customer.status === 'active'
  const setStatus = async () => {
    const text = t('customers.deactivateText')
    if (isActive && !(await confirm({ title: t('customers.deactivateTitle', { name }), text, action: t('customers.deactivate') }))) return
    await save(
      api.send('POST', `${CUSTOMERS}/${customer.parcel_customer_id}/${isActive ? 'deactivate' : 'reactivate'}`),
      t(isActive ? 'customers.deactivated' : 'customers.reactivated', { name }),
    )
  }
  return (
    <>
      {doing === 'edit' && <EditCustomer customer={customer} onClose={() => setDoing(null)} />}
      {doing === 'merge' && <MergeCustomer customer={customer} onClose={() => setDoing(null)} />}
      <Button variant="default" onClick={() => setDoing('edit')}>
        {t('records.edit')}
      </Button>
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
            <Menu.Item onClick={setStatus}>{t(isActive ? 'customers.deactivate' : 'customers.reactivate')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
