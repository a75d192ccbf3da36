// Texts to be copied to another program: a key, a secret, an address.

import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { texts } from '../../texts/shell.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Alert } from '../states.tsx'

export const CopyText = ({ label, text }: { label: string; text: string }) => {
  const shown = useRef<HTMLPreElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    // Selects the text first. If the browser refuses to copy, the user can copy the selected text with the keyboard.
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    await navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  }
  return (
    <figure className="copy" aria-label={label}>
      <pre ref={shown}>{text}</pre>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? texts.copied : texts.copy}
      </Button>
      <span className="unseen" role="status">
        {isCopied && texts.copied}
      </span>
    </figure>
  )
}

type SecretProps = { title: string; label: string; secret: string; close: string; onClose: () => void; children: ReactNode }

/** A secret that is shown once. Only the button closes the dialog, so that a stray click does not lose the secret. */
export const Secret = ({ title, label, secret, close, onClose, children }: SecretProps) => (
  <Dialog title={title} onClose={onClose} isModal>
    <Alert tone="warning">{children}</Alert>
    <CopyText label={label} text={secret} />
    <Button look="primary" onClick={onClose}>
      {close}
    </Button>
  </Dialog>
)
