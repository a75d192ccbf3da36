// States shown in place of content: loading, empty, failed, offline, refused. Also notes within a page.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Component, useEffect, useState } from 'react'
import { ApiError, OFFLINE } from '../../../web/errors.ts'
import type { IconName } from '../../../web/icons.tsx'
import { Icon } from '../../../web/icons.tsx'
import { reloadIfReachable } from '../reload.ts'
import { texts } from '../texts/shell.ts'
import { Button, ButtonLink } from './button.tsx'

/**
 * True if the error means that a file of the portal could not be loaded. Browsers word this error differently, but always with "module" or
 * "preload".
 */
const isMissingFile = ({ message }: Error): boolean => /module|preload/i.test(message)

export const errorText = (error: Error): string => {
  if (!(error instanceof ApiError)) return isMissingFile(error) ? texts.missingFile : error.message
  return error.code === OFFLINE ? texts.offline : error.messages.join(' ')
}

export type Tone = 'info' | 'ok' | 'warning' | 'danger'

type AlertProps = { tone?: Tone; title?: string; requestId?: string | null; children?: ReactNode; action?: ReactNode }

/** A note within a page. Errors can take the focus, and screen readers read errors out. */
export const Alert = ({ tone = 'info', title, requestId = null, children, action }: AlertProps) => (
  <div className={`alert ${tone}`} role={tone === 'danger' ? 'alert' : 'note'} tabIndex={tone === 'danger' ? -1 : undefined}>
    <Icon name={tone === 'ok' ? 'check' : 'alert'} />
    <div className="grows">
      {title && <strong className="block">{title}</strong>}
      {children}
      {requestId && <small className="hint block">{texts.requestId(requestId)}</small>}
    </div>
    {action}
  </div>
)

export const Empty = ({
  icon = 'box',
  title,
  children,
  action,
}: {
  icon?: IconName
  /** Can be left out if the page's own title already says the same. */
  title?: string | undefined
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="empty">
    <Icon name={icon} sizePx={34} />
    {title !== undefined && <h2>{title}</h2>}
    {children && <p className="hint">{children}</p>}
    {action}
  </div>
)

export const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Empty icon="search" title={texts.noMatchTitle} action={<Button onClick={onClear}>{texts.clearFilters}</Button>}>
    {texts.noMatch}
  </Empty>
)

export const errorTitle = (error: Error): string => {
  const { status, code } = error instanceof ApiError ? error : { status: -1, code: '' }
  if (status === 403) return texts.forbiddenTitle
  if (status === 404) return texts.missingTitle
  return code === OFFLINE ? texts.offlineTitle : texts.failedTitle
}

type ErrorStateProps = { error: Error; onRetry?: () => void; isTitleShown?: boolean }

export const ErrorState = ({ error, onRetry, isTitleShown = true }: ErrorStateProps) => {
  const { status, requestId } = error instanceof ApiError ? error : { status: -1, requestId: null }
  const title = isTitleShown ? errorTitle(error) : undefined
  if (status === 403)
    return (
      <Empty icon="lock" title={title}>
        {texts.forbidden}
      </Empty>
    )
  if (status === 404)
    return (
      <Empty icon="search" title={title} action={<ButtonLink href="/">{texts.toOverview}</ButtonLink>}>
        {texts.missing}
      </Empty>
    )
  return (
    <div role="alert">
      <Empty icon="alert" title={title} action={onRetry && <Button onClick={onRetry}>{texts.retry}</Button>}>
        {errorText(error)}
        {requestId && <small className="block">{texts.requestId(requestId)}</small>}
      </Empty>
    </div>
  )
}

/** After this time, the user is told that the server has not answered yet. */
const SLOW_MS = 5_000

export const Loading = ({ rows = 4 }: { rows?: number }) => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <div className="stack" role="status" aria-label={texts.loading}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={at} className="skeleton" />
      ))}
      {isSlow && <p className="hint">{texts.slow}</p>}
    </div>
  )
}

type LoadedProps<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode; rows?: number }

/** Shows the data of a query. Until there is data, shows that the query is loading or has failed. */
export function Loaded<T>({ query, children, rows }: LoadedProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Loading {...(rows !== undefined && { rows })} />
}

type BoundaryProps = { children: ReactNode }

/** If rendering a page fails, shows the error in place of the page. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <ErrorState error={error} onRetry={() => void reloadIfReachable()} />
  }
}
