// The form fields of the cargo: one piece for export by air, or any number of lines for every other flow.

import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core'
import { PlainButton } from '../../../components/buttons.tsx'
import { typed } from '../../../components/form.tsx'
import { Icon } from '../../../components/icons.tsx'
import { t } from '../../../strings.ts'
import type { CargoLine, Fields, Flow, LineField } from './fields.ts'
import { blankLine, CONTAINER_SIZES, isOcean, linePath, takesLines } from './fields.ts'

const AIR_FIELDS = ['weight', 'length', 'width', 'height'] as const
const OCEAN_FIELDS = ['quantity', 'volume', 'weight', 'length', 'width', 'height', 'commodity'] as const
const NARROW = 92
const WIDE = 160

const inputsOf = (flow: Flow): readonly LineField[] => {
  if (isOcean(flow)) return OCEAN_FIELDS
  return takesLines(flow) ? [...AIR_FIELDS, 'package_type'] : AIR_FIELDS
}

type ErrorOf = (field: string) => string | undefined
type LineProps = {
  flow: Flow
  line: CargoLine
  index: number
  errorOf: ErrorOf
  onChange: (line: CargoLine) => void
  onRemove?: () => void
}

const Line = ({ flow, line, index, errorOf, onChange, onRemove }: LineProps) => (
  <Group gap="xs" align="flex-start" wrap="wrap" role="group" aria-label={t('counter.line', { number: index + 1 })}>
    {isOcean(flow) && (
      <NativeSelect
        label={t('counter.container_size')}
        data={[...CONTAINER_SIZES]}
        w={WIDE}
        {...typed(
          line.container_size,
          (text) => onChange({ ...line, container_size: text }),
          errorOf(linePath(flow, index, 'container_size')),
        )}
      />
    )}
    {inputsOf(flow).map((field) => (
      <TextInput
        key={field}
        label={t(`counter.${field}`)}
        w={['commodity', 'package_type'].includes(field) ? WIDE : NARROW}
        autoComplete="off"
        {...typed(line[field], (text) => onChange({ ...line, [field]: text }), errorOf(linePath(flow, index, field)))}
      />
    ))}
    {onRemove && (
      <ActionIcon variant="default" size="lg" mt={24} aria-label={t('counter.removeLine', { number: index + 1 })} onClick={onRemove}>
        <Icon name="cross" sizePx={16} />
      </ActionIcon>
    )}
  </Group>
)

type CargoFieldsProps = { fields: Fields; errorOf: ErrorOf; onChange: (changed: Partial<Fields>) => void }

export const CargoFields = ({ fields, errorOf, onChange }: CargoFieldsProps) => {
  const { flow, lines } = fields
  const setLines = (next: CargoLine[]) => onChange({ lines: next })
  return (
    <fieldset className="fieldset">
      <legend>{t('quotes.cargo')}</legend>
      {lines.map((line, index) => (
        <Line
          key={line.key}
          flow={flow}
          line={line}
          index={index}
          errorOf={errorOf}
          onChange={(changed) => setLines(lines.with(index, changed))}
          {...(lines.length > 1 ? { onRemove: () => setLines(lines.toSpliced(index, 1)) } : {})}
        />
      ))}
      <Group justify="space-between" align="flex-end" mt="xs">
        <TextInput
          label={t('records.description')}
          autoComplete="off"
          flex={1}
          {...typed(fields.description, (description) => onChange({ description }), errorOf('parcel.description'))}
        />
        {takesLines(flow) && (
          <PlainButton
            label={t('counter.addLine')}
            icon="plus"
            onClick={() => setLines([...lines, blankLine(Math.max(...lines.map(({ key }) => key)) + 1)])}
          />
        )}
      </Group>
    </fieldset>
  )
}
