// The switch between live and test mode.

import { SegmentedControl } from '@mantine/core'
import { useScope } from '../scope.tsx'
import { t } from '../strings.ts'

export const ModeSwitch = ({ label, size = 'sm' }: { label: string; size?: 'xs' | 'sm' }) => {
  const { mode, setMode } = useScope()
  return (
    <SegmentedControl
      aria-label={label}
      size={size}
      value={mode}
      onChange={(next) => setMode(next === 'test' ? 'test' : 'live')}
      data={[
        { value: 'live', label: t('shell.modeLive') },
        { value: 'test', label: t('shell.modeTest') },
      ]}
    />
  )
}
