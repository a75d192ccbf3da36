// Downloads a file of /v1.

import type { Given, Name } from '../../api.ts'
import { useDownload } from '../../scope.tsx'
import type { Look } from '../button.tsx'
import { Button } from '../button.tsx'
import { Alert, errorText } from '../states.tsx'

/** `name`: the button's name for screen readers, needed if several buttons on the page have the same label. */
type FileButtonProps<N extends Name> = { operation: N; given: Given<N>; label: string; look?: Look; name?: string }

export function FileButton<N extends Name>({ operation, given, label, look = 'plain', name }: FileButtonProps<N>) {
  const { mutate, isPending, error } = useDownload(operation)
  return (
    <>
      <Button icon="download" look={look} isBusy={isPending} aria-label={name} onClick={() => mutate(given)}>
        {label}
      </Button>
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </>
  )
}
