// The form that announces one parcel. It sends an import with a single row, so the rules for imports apply.

import { Checkbox, Group, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RowMistake } from '../../../../web/import-rows.ts'
import { importRows } from '../../../../web/import-rows.ts'
import { ApiError, CUSTOMERS, fieldError, INBOUND } from '../../api.ts'
import { filledIn, SaveDialog, ticked, typed } from '../../components/form.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { businessOption, useBusinesses } from '../../components/queries.ts'
import { sendRowsTo } from '../../components/records/import-target.ts'
import { customerOption } from '../../components/records/options.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { TransportField } from '../receiving/transport-field.tsx'

const BLANK = {
  customer_id: '',
  courier_numbers: '',
  courier: '',
  description: '',
  quantity: '',
  unit_value: '',
  currency: '',
  transport_mode: '',
  note: '',
  client_reference: '',
}
const CONTENTS = ['description', 'quantity', 'unit_value', 'currency'] as const

export const AnnounceDialog = ({ onClose }: { onClose: () => void }) => {
  const { mode, businessId } = useScope()
  const businesses = useBusinesses()
  const [business, setBusiness] = useState(businessId)
  const [isOwn, setIsOwn] = useState(false)
  const chosen = businesses.find((each) => each.business_id === business)
  const mayOwn = chosen !== undefined && !chosen.parcel_customer_account
  const [fields, setFields] = useState(BLANK)
  const [risks, setRisks] = useState({ has_battery: false, has_liquid: false })
  const change = (changes: Partial<typeof BLANK>) => setFields({ ...fields, ...changes })
  const submit = async () => {
    if (business === null) throw fieldError('business_id', t('inbound.pickBusiness'))
    const cells = {
      ...filledIn(fields),
      ...(mayOwn && isOwn ? { customer_id: chosen.prefix } : {}),
      ...filledIn(Object.fromEntries(Object.entries(risks).map(([name, is]) => [name, is ? 'yes' : '']))),
    }
    const { customer_id = '', courier_numbers = '', ...others } = cells as Record<string, string>
    const row = { customer_id, courier_numbers, ...others }
    let mistakes: readonly RowMistake[] = []
    const table = { header: Object.keys(row), rows: [{ row: 2, cells: Object.values(row) }], wrong: [] }
    await importRows(table, sendRowsTo({ path: `${INBOUND}/import`, businessId: business, mode, isDryRun: false }), (progress) => {
      mistakes = progress.mistakes
    })
    const details = mistakes.map(({ column, message }) => ({ field: column, message }))
    if (details.length > 0) throw new ApiError(422, 'VALIDATION_FAILED', [], details)
    return t('inbound.done', { rows: 1 })
  }
  return (
    <SaveDialog title={t('inbound.announceOne')} submitLabel={t('inbound.announce')} size="lg" onSubmit={submit} onClose={onClose}>
      {(errorOf) => {
        const field = (name: keyof typeof BLANK) => typed(fields[name], (text) => change({ [name]: text }), errorOf(name))
        return (
          <>
            <Select
              label={t('records.business')}
              data={businesses.map(businessOption)}
              value={business}
              error={errorOf('business_id')}
              onChange={(value) => {
                setBusiness(value)
                change({ customer_id: '' })
              }}
              searchable
              data-autofocus
            />
            {mayOwn && (
              <Checkbox
                label={t('inbound.own', { prefix: chosen.prefix })}
                description={t('inbound.ownHint')}
                {...ticked(isOwn, setIsOwn)}
              />
            )}
            {business !== null && !(mayOwn && isOwn) && (
              <RecordSelect
                label={t('records.customer')}
                path={CUSTOMERS}
                params={{ mode, business }}
                optionOf={customerOption}
                error={errorOf('customer_id')}
                value={fields.customer_id}
                onPick={(id) => change({ customer_id: id })}
              />
            )}
            <SimpleGrid cols={2} spacing="xs">
              <TextInput label={t('inbound.numbers')} description={t('inbound.numbersHint')} {...field('courier_numbers')} />
              <TextInput label={t('inbound.courier')} description={t('inbound.optional')} {...field('courier')} />
            </SimpleGrid>
            <SimpleGrid cols={4} spacing="xs">
              {CONTENTS.map((name) => (
                <TextInput key={name} label={t(`inbound.${name}`)} {...field(name)} />
              ))}
            </SimpleGrid>
            <Group gap="md">
              <Checkbox
                label={t('inbound.hasBattery')}
                {...ticked(risks.has_battery, (isTicked) => setRisks({ ...risks, has_battery: isTicked }))}
              />
              <Checkbox
                label={t('inbound.hasLiquid')}
                {...ticked(risks.has_liquid, (isTicked) => setRisks({ ...risks, has_liquid: isTicked }))}
              />
            </Group>
            <TransportField
              label={t('inbound.wish')}
              value={fields.transport_mode}
              onChange={(value) => change({ transport_mode: value })}
            />
            <Textarea label={t('inbound.note')} {...field('note')} autosize minRows={1} />
            <TextInput label={t('records.clientReference')} {...field('client_reference')} />
          </>
        )
      }}
    </SaveDialog>
  )
}
