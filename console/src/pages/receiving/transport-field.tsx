// The field for the transport mode of a parcel without a booking. Its value is '' while the mode is undecided.

import { Input, SegmentedControl } from '@mantine/core'
import { t } from '../../strings.ts'

type TransportFieldProps = { label: string; value: string; onChange: (value: string) => void }

export const TransportField = ({ label, value, onChange }: TransportFieldProps) => (
  <Input.Wrapper label={label} labelElement="div">
    <SegmentedControl
      aria-label={label}
      value={value}
      onChange={onChange}
      data={[
        { value: '', label: t('receive.undecided') },
        { value: 'air', label: t('shipments.air') },
        { value: 'ocean', label: t('shipments.ocean') },
      ]}
    />
  </Input.Wrapper>
)
