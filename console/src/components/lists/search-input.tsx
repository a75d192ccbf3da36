// A search field that updates the URL after a short pause in typing.

import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from '../icons.tsx'

const TYPING_PAUSE_MS = 250

type SearchInputProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

export const SearchInput = ({ label, placeholder, value, onSearch }: SearchInputProps) => {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), TYPING_PAUSE_MS)
  // The URL may change without typing, by Back or Clear filters. Spaces at the ends are kept while typing.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  return (
    <TextInput
      type="search"
      size="xs"
      radius="xl"
      className="filter-search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value)
      }}
      leftSection={<Icon name="search" sizePx={14} />}
    />
  )
}
