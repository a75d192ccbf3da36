// The merges of a customer; each can be undone.

import { Button, Group } from '@mantine/core'
import { api, CUSTOMERS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, notifyError, useRead, useRefresh } from '../../components/queries.ts'
import { Hint, PageLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment, useTimes } from '../../time.tsx'
import type { Customer, CustomerDetail, Merge, UndoneMerge } from '../../wire.ts'

const useIdentifier = (id: string): string => {
  const { data } = useRead<Customer>(CUSTOMERS, id)
  return data?.address_suffix ?? '…'
}

const MergeItem = ({ merge, customerId }: { merge: Merge; customerId: string }) => {
  const mayHandle = useMayHandle()
  const { formatMoment } = useTimes()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const isKept = merge.kept_id === customerId
  const otherId = isKept ? merge.merged_id : merge.kept_id
  const id = useIdentifier(otherId)
  const undo = async () => {
    if (!(await confirm({ title: t('customers.undoTitle'), text: t('customers.undoText'), action: t('customers.undo') }))) return
    try {
      const path = `/ops/v1/customer_merges/${merge.customer_merge_id}/undo`
      const { left_ids: left } = await api.send<UndoneMerge>('POST', path)
      await refresh()
      notifyDone(left.length === 0 ? t('customers.undoDone') : t('customers.undoLeft', { count: left.length }))
    } catch (error) {
      notifyError(error)
    }
  }
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <PageLink href={`/customers/${otherId}`}>{t(isKept ? 'customers.mergeFrom' : 'customers.mergeTo', { id })}</PageLink>
        {mayHandle && merge.undone_at === null && (
          <Button size="compact-xs" variant="default" flex="none" onClick={undo}>
            {t('customers.undo')}
          </Button>
        )}
      </Group>
      <Hint>{t('customers.mergeMoved', { quotes: merge.quotes_moved, packages: merge.packages_moved })}</Hint>
      <Hint size="xs">
        <Moment at={merge.merged_at} /> · {t('records.by', { name: merge.merged_by.name })}
        {merge.undone_at !== null && ` · ${t('customers.undone', { when: formatMoment(merge.undone_at) })}`}
      </Hint>
    </li>
  )
}

export const MergesPanel = ({ customer }: { customer: CustomerDetail }) => (
  <Panel title={t('customers.merges')}>
    <ul className="happenings">
      {customer.merges.toReversed().map((merge) => (
        <MergeItem key={merge.customer_merge_id} merge={merge} customerId={customer.parcel_customer_id} />
      ))}
    </ul>
  </Panel>
)
