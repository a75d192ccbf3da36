// The page of one record. Until the record is loaded, the title says that the record is loading or that loading failed.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../../texts/shell.ts'
import type { PageProps } from '../page.tsx'
import { Page } from '../page.tsx'
import { ErrorState, errorTitle, Loading } from '../states.tsx'

type RecordPageProps<T> = Required<Pick<PageProps, 'back'>> & { query: UseQueryResult<T>; children: (record: T) => ReactNode }

export function RecordPage<T>({ query: { data, error, refetch }, back, children }: RecordPageProps<T>) {
  if (data !== undefined) return children(data)
  return (
    <Page title={error === null ? texts.loading : errorTitle(error)} back={back}>
      {error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} isTitleShown={false} />}
    </Page>
  )
}
