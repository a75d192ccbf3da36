// Buttons in the console's usual styles, and a button that opens a dialog.

import type { ButtonProps } from '@mantine/core'
import { Button, CopyButton, FileButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '../strings.ts'
import type { IconName } from './icons.tsx'
import { Icon } from './icons.tsx'

type Look = Omit<ButtonProps, 'children' | 'leftSection'> & { label: string; icon?: IconName }

const lookOf = ({ icon, ...look }: Omit<Look, 'label'>) => ({
  variant: 'default',
  ...(icon ? { leftSection: <Icon name={icon} sizePx={look.size === undefined ? 16 : 14} /> } : {}),
  ...look,
})

type PlainButtonProps = Look & { onClick: () => unknown; named?: string }

/** `named`: the accessible name of the button, needed if several buttons have the same label. */
export const PlainButton = ({ label, named, onClick, ...look }: PlainButtonProps) => (
  <Button {...lookOf(look)} onClick={onClick} aria-label={named}>
    {label}
  </Button>
)

export const RowButton = (props: PlainButtonProps) => <PlainButton size="compact-xs" variant="subtle" {...props} />

export const LinkButton = ({ label, href, onClick, ...look }: Look & { href: string; onClick?: () => void }) => (
  <Button component={Link} href={href} {...lookOf(look)} {...(onClick ? { onClick } : {})}>
    {label}
  </Button>
)

type FilePickerProps = Omit<PlainButtonProps, 'onClick' | 'named'> & {
  accept: string
  capture?: 'environment'
  onFile: (file: File) => unknown
}

export const FilePicker = ({ label, accept, capture, onFile, ...look }: FilePickerProps) => (
  <FileButton accept={accept} onChange={(file) => file && onFile(file)} {...(capture ? { capture } : {})}>
    {(props) => (
      <Button {...props} {...lookOf(look)}>
        {label}
      </Button>
    )}
  </FileButton>
)

type CopyTextButtonProps = Omit<Look, 'icon'> & { value: string }

export const CopyTextButton = ({ value, label, ...look }: CopyTextButtonProps) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <PlainButton label={copied ? t('shell.copied') : label} icon={copied ? 'check' : 'copy'} onClick={copy} {...look} />
    )}
  </CopyButton>
)

/** `dialog` renders the dialog that the button opens. `close` closes the dialog. */
export const DialogButton = ({ dialog, ...button }: Omit<PlainButtonProps, 'onClick'> & { dialog: (close: () => void) => ReactNode }) => {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      {isOpen && dialog(close)}
      <PlainButton {...button} onClick={open} />
    </>
  )
}
