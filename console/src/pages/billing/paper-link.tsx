// A button that opens or downloads a paper: an invoice, a credit note, a receipt.

import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { Icon } from '../../components/icons.tsx'

type PaperLinkProps = { href: string; label: string; isDownload?: boolean; isSmall?: boolean; ref?: Ref<HTMLAnchorElement> }

export const PaperLink = ({ href, label, isDownload = false, isSmall = false, ref }: PaperLinkProps) => (
  <Button
    component="a"
    ref={ref}
    href={href}
    target="_blank"
    rel="noopener"
    variant="default"
    size={isSmall ? 'compact-xs' : 'sm'}
    leftSection={<Icon name={isDownload ? 'download' : 'print'} sizePx={14} />}
  >
    {label}
  </Button>
)
