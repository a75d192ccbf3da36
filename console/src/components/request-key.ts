// Idempotency keys of forms: the same request sent again has the same key, should the first answer have been lost.

import { useRef } from 'react'

/** `keyOf(body)`: a new key for every other body. */
export const useRequestKey = () => {
  const tried = useRef({ text: '', key: '' })
  return (body: object): string => {
    const text = JSON.stringify(body)
    if (tried.current.text !== text) tried.current = { text, key: crypto.randomUUID() }
    return tried.current.key
  }
}
