// The mode and business filters that apply to every page.

import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useScope } from '../scope.tsx'
import { t } from '../strings.ts'
import type { Business } from '../wire.ts'

/** Beyond, a business is chosen on its own page. */
const CHOICES_MAX = 500

const BusinessFilter = () => {
  const { businessId, setBusinessId } = useScope()
  const { data } = useQuery({
    queryKey: ['/ops/v1/businesses', 'names'],
    queryFn: ({ signal }) => api.listAll<Business>('/ops/v1/businesses', {}, { rowsMax: CHOICES_MAX, signal }),
  })
  const options = (data?.items ?? []).map(({ business_id: value, name, prefix }) => ({ value, label: `${prefix} · ${name}` }))
  return (
    <Select
      aria-label={t('shell.business')}
      placeholder={t('shell.allBusinesses')}
      data={options}
      value={options.some(({ value }) => value === businessId) ? businessId : null}
      onChange={setBusinessId}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('shell.allBusinesses') }}
      w={{ base: '100%', md: 200 }}
    />
  )
}

const ModeSwitch = () => {
  const { mode, setMode } = useScope()
  return (
    <SegmentedControl
      aria-label={t('shell.mode')}
      value={mode}
      onChange={(next) => setMode(next === 'test' ? 'test' : 'live')}
      data={[
        { value: 'live', label: t('shell.modeLive') },
        { value: 'test', label: t('shell.modeTest') },
      ]}
    />
  )
}

export const ScopeControls = () => (
  <>
    <BusinessFilter />
    <ModeSwitch />
  </>
)
