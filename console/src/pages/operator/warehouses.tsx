// The operator's warehouses, one in each country that imports come from.

import { Badge, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { t } from '../../strings.ts'
import type { Warehouse } from '../../wire.ts'
import { ADDRESS_LINES, addressText } from '../sites/site-form.tsx'

const WAREHOUSES = '/ops/v1/warehouses'

type EditProps = { warehouse: Warehouse | null; onClose: () => void }

/** The address lines start empty if the current address is a sample. */
const EditWarehouse = ({ warehouse, onClose }: EditProps) => {
  const [country, setCountry] = useState(warehouse?.country ?? '')
  const [lines, setLines] = useState<Record<string, string>>(warehouse && !warehouse.sample ? { ...warehouse.address } : {})
  const save = async () => {
    const filled = ADDRESS_LINES.map(([name]) => [name, (lines[name] ?? '').trim()] as const)
    const body = Object.fromEntries(filled.filter(([name, text]) => text !== '' || name === 'street' || name === 'city'))
    await api.send('PUT', `${WAREHOUSES}/${encodeURIComponent(country.trim())}`, body)
    return t('shell.saved')
  }
  return (
    <SaveDialog title={t('operator.warehouse')} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('records.country')}
            description={t('operator.warehouseCountryHint')}
            readOnly={warehouse !== null}
            {...typed(country, setCountry, errorOf('country'))}
          />
          {ADDRESS_LINES.map(([name, label]) => (
            <TextInput
              key={name}
              label={t(label)}
              {...typed(lines[name] ?? '', (text) => setLines((before) => ({ ...before, [name]: text })), errorOf(name))}
            />
          ))}
        </>
      )}
    </SaveDialog>
  )
}

export const WarehousesPanel = () => {
  const query = useRead<Warehouse[]>(WAREHOUSES)
  const [editing, setEditing] = useState<Warehouse | 'new' | null>(null)
  const add = <PlainButton label={t('operator.warehouseAdd')} size="xs" onClick={() => setEditing('new')} />
  return (
    <Panel title={t('operator.warehouses')} lead={t('operator.warehousesLead')} actions={add}>
      {editing !== null && <EditWarehouse warehouse={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <QueryView query={query}>
        {(warehouses) =>
          warehouses.map((warehouse) => (
            <Group key={warehouse.warehouse_id} justify="space-between">
              <Group gap="xs">
                <Text size="sm">{addressText(warehouse.address)}</Text>
                {warehouse.sample && <Badge variant="default">{t('records.sample')}</Badge>}
              </Group>
              <PlainButton
                label={t('records.edit')}
                size="xs"
                named={t('operator.warehouseEdit', { country: warehouse.address.country ?? warehouse.country })}
                onClick={() => setEditing(warehouse)}
              />
            </Group>
          ))
        }
      </QueryView>
    </Panel>
  )
}
