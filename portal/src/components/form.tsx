// Forms: one submission at a time. Errors of a field are shown at the field, all other errors above the button.

import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../web/errors.ts'
import { texts } from '../texts/shell.ts'
import type { Look } from './button.tsx'
import { Button } from './button.tsx'
import { Alert, errorText } from './states.tsx'

export type ErrorOf = (...fields: string[]) => string | undefined

export const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`

/**
 * Looks up the messages of an error by field. A field claims the messages that it asks for. Claimed messages are not repeated above the
 * submit button.
 */
const useErrors = (error: Error | null) => {
  const claimed = new Set<string>()
  const details = error instanceof ApiError ? error.details : []
  const errorOf: ErrorOf = (...fields) => {
    const found = details.filter(({ field }) => fields.includes(field))
    for (const { field } of found) claimed.add(field)
    return found.length > 0 ? found.map(({ message }) => sentence(message)).join(' ') : undefined
  }
  /** Returns the messages that no field has claimed. Call `others` after all fields have asked for their messages. */
  const others = (): string[] => {
    if (error === null) return []
    if (details.length === 0) return [errorText(error)]
    const { messages } = error as ApiError
    return details.flatMap(({ field }, at) => (claimed.has(field) ? [] : [messages[at] ?? '']))
  }
  return { errorOf, others }
}

/** Shows the messages that no field claimed. Must be rendered after the fields, because fields claim their messages while they render. */
const OtherErrors = ({ error, others }: { error: Error | null; others: () => string[] }) => {
  const messages = others()
  if (messages.length === 0) return null
  return (
    <Alert tone="danger" requestId={error instanceof ApiError ? error.requestId : null}>
      {messages.length === 1 ? (
        messages[0]
      ) : (
        <>
          {texts.check}
          <ul>
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

export type FormProps = {
  submit: string
  look?: Look
  onSubmit: () => Promise<unknown>
  children: (errorOf: ErrorOf) => ReactNode
  /** Shown beside the submit button. */
  extra?: ReactNode
  isWide?: boolean
}

export const Form = ({ submit, look = 'primary', onSubmit, children, extra, isWide = false }: FormProps) => {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { errorOf, others } = useErrors(error)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]')?.focus()
  }, [error])
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    try {
      await onSubmit()
    } catch (thrown) {
      setError(thrown as Error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => void run(event)} noValidate className="stack">
      {children(errorOf)}
      <OtherErrors error={error} others={others} />
      <div className="actions">
        <Button type="submit" look={look} isBusy={isBusy} isWide={isWide}>
          {submit}
        </Button>
        {extra}
      </div>
    </form>
  )
}
