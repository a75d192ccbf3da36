// A file input. The user drops a file on it or selects a file in the browser's file dialog.

import { useId, useState } from 'react'
import { Icon } from '../../../web/icons.tsx'
import { texts } from '../texts/shell.ts'

export const FileDrop = ({
  label,
  hint,
  accept,
  onFile,
}: {
  label: string
  hint?: string
  accept: string
  onFile: (file: File) => void
}) => {
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the input inside
    <div
      className={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <Icon name="receive" sizePx={28} />
      <label htmlFor={id}>{label}</label>
      <span className="hint">{hint ?? texts.dropFile}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={(event) => {
          take(event.target.files)
          // Clears the input. Otherwise the browser would not report a change if the user corrects the file and selects it again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
