// A search that starts when the person stops typing.

import { useEffect, useRef, useState } from 'react'
import { TextField } from './field.tsx'

const PAUSE_MS = 300

type SearchProps = { label: string; value: string; onValue: (value: string) => void; error?: string | undefined }

export const SearchField = ({ label, value, onValue, error }: SearchProps) => {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  // The value was changed elsewhere, such as by the browser's back button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed
      onValue(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onValue])
  return <TextField label={label} type="search" value={typed} onValue={setTyped} error={error} />
}
