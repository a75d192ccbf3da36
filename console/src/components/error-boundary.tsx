// Error boundary: a failing page does not break the rest of the console. React supports this for classes only.

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Component } from 'react'
import { t } from '../strings.ts'
import { Empty } from './states.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const reload = (
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('shell.reload')}
      </Button>
    )
    return <Empty icon="alert" title={t('shell.errorUnknown')} action={reload} />
  }
}
