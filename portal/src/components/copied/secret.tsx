// A secret that is shown once.

import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Alert } from '../states.tsx'
import { CopyText } from './copy-text.tsx'

type SecretProps = { title: string; label: string; secret: string; close: string; onClose: () => void; children: ReactNode }

/** The dialog closes only by its button, so that a stray click does not lose the secret. */
export const Secret = ({ title, label, secret, close, onClose, children }: SecretProps) => (
  <Dialog title={title} onClose={onClose} isModal>
    <Alert tone="warning">{children}</Alert>
    <CopyText label={label} text={secret} />
    <Button look="primary" onClick={onClose}>
      {close}
    </Button>
  </Dialog>
)
