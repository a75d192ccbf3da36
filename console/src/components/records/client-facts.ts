// The client's reference and metadata of a record, as facts for its page.

import { t } from '../../strings.ts'

type Noted = { client_reference: string | null; metadata: Readonly<Record<string, string>> | null }

export const clientFacts = ({ client_reference: reference, metadata }: Noted): [string, string][] => {
  const noted = Object.entries(metadata ?? {}).map(([key, text]) => `${key}: ${text}`)
  return [
    ...(reference === null ? [] : [[t('records.clientReference'), reference] as [string, string]]),
    ...(noted.length === 0 ? [] : [[t('records.metadata'), noted.join(', ')] as [string, string]]),
  ]
}
