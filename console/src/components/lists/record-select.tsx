// A select box that searches the records of a list on the server.

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Params } from '../../api.ts'
import { api } from '../../api.ts'
import { t } from '../../strings.ts'
import { chipProps, TYPING_PAUSE_MS } from './filters.tsx'

type RecordSelectProps<T> = {
  label: string
  isChip?: boolean
  placeholder?: string
  description?: string
  error?: string | undefined
  /** The path of the list. `/{id}` is appended to read one record. */
  path: string
  params?: Params
  /** Finds records by the typed text. If omitted, the list is searched with its parameter `q`. */
  find?: (typed: string, signal: AbortSignal) => Promise<T[]>
  optionOf: (record: T) => { value: string; label: string }
  except?: string
  value: string
  onPick: (value: string) => void
  /** Called to create a record with the typed name. If omitted, the select box does not offer to create a record. */
  onCreate?: (typed: string) => void
}

const CREATE = 'create'

export const RecordSelect = <T,>({
  path,
  params = {},
  find,
  optionOf,
  except,
  value,
  onPick,
  onCreate,
  isChip = false,
  ...input
}: RecordSelectProps<T>) => {
  const [typed, setTyped] = useState('')
  const chosen = useQuery({
    queryKey: [path, value],
    enabled: value !== '',
    queryFn: ({ signal }) => api.get<T>(`${path}/${encodeURIComponent(value)}`, {}, signal),
  })
  const chosenOption = value !== '' && chosen.data ? optionOf(chosen.data) : null
  // After a choice, the input shows the label of the chosen record. This label is not searched for.
  const [q] = useDebouncedValue(typed === chosenOption?.label ? '' : typed.trim(), TYPING_PAUSE_MS)
  const found = useQuery({
    queryKey: [path, 'choices', params, q],
    queryFn: async ({ signal }) => (find && q !== '' ? find(q, signal) : (await api.list<T>(path, { ...params, q }, signal)).items),
    placeholderData: keepPreviousData,
  })
  const offered = (found.data ?? []).map(optionOf).filter((option) => option.value !== except && option.value !== value)
  const created = onCreate && q !== '' ? [{ value: CREATE, label: t('records.create', { typed: q }) }] : []
  const { clearable, clearButtonProps } = chipProps(input.label, true)
  const clearing = { clearable, clearButtonProps }
  return (
    <Select
      {...(isChip ? { ...chipProps(input.label, value !== ''), title: input.placeholder } : { ...input, ...clearing })}
      data={[...(chosenOption ? [chosenOption] : []), ...offered, ...created]}
      value={chosenOption ? value : null}
      onChange={(next) => (next === CREATE ? onCreate?.(q) : onPick(next ?? ''))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('records.noneFound')}
    />
  )
}
