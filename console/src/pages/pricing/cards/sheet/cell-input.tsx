// The input of the cell that is being edited.

import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'

export type Move = 'down' | 'left' | 'right'

type CellInputProps = { label: string; typed: string; onTyped: (text: string | null, move?: Move) => void }

const focusOnMount = (input: HTMLInputElement | null): void => input?.focus()

export const CellInput = ({ label, typed, onTyped }: CellInputProps) => {
  const [text, setText] = useState(typed)
  // Ending by a key also blurs the input, which must not end it twice.
  const isOver = useRef(false)
  const end = (...result: Parameters<typeof onTyped>): void => {
    if (isOver.current) return
    isOver.current = true
    onTyped(...result)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') return end(null)
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    event.preventDefault()
    if (event.key === 'Enter') return end(text, 'down')
    end(text, event.shiftKey ? 'left' : 'right')
  }
  return (
    <input
      className="sheet-input"
      aria-label={label}
      value={text}
      ref={focusOnMount}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(text)}
      spellCheck={false}
      autoComplete="off"
    />
  )
}
