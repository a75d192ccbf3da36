// Dialogs, shown in the middle of a wide screen and at the bottom of a phone screen.

import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '../../../web/icons.tsx'
import { texts } from '../texts/shell.ts'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** If true, Escape and clicks outside do not close the dialog, and the dialog has no close button. */
  isModal?: boolean
}

/**
 * The browser keeps the focus inside the open dialog and reports Escape. After the dialog closes, the browser puts the focus back where it
 * was.
 */
export const Dialog = ({ title, onClose, children, isModal = false }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClick={(event) => event.target === dialog.current && !isModal && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        if (!isModal) onClose()
      }}
    >
      <div className="dialog">
        <div className="section-head">
          <h2 id={id}>{title}</h2>
          {!isModal && (
            <button type="button" className="button quiet icon-only" aria-label={texts.close} onClick={onClose}>
              <Icon name="cross" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
