// The receiving form. In any field, the Enter key saves the receipt and the Esc key closes the form.

import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEffect, useRef } from 'react'
import { PlainButton } from '../../components/buttons.tsx'
import { ticked, typed } from '../../components/form.tsx'
import { NextStep, withoutIds } from '../../components/next-step.tsx'
import { useScanning } from '../../shell/scan-context.tsx'
import { t } from '../../strings.ts'
import { ParcelHead } from './parcel-head.tsx'
import { PhotoField } from './photo-field.tsx'
import { PricePreview } from './price-preview.tsx'
import type { Problem } from './problem.ts'
import type { Fields, NumberField, Target } from './target.ts'
import { expectedPieces, isByOcean, isUnbooked } from './target.ts'
import { TransportField } from './transport-field.tsx'
import type { Receiving } from './use-receiving.ts'

const SIDES = ['length', 'width', 'height'] as const

const ProblemNote = ({ problem }: { problem: Problem }) => {
  if (problem.kind === 'conflict')
    return (
      <Alert color="red" role="alert" title={t('receive.conflict')} data-testid="conflict">
        {problem.message} {t('receive.conflictText')}
      </Alert>
    )
  if (problem.kind === 'fields') return null
  return (
    <Alert color="orange" className="note-warn" role="alert" title={withoutIds(problem.messages.join(' '))}>
      {t('receive.enterAgain')} <NextStep code="" text={problem.messages.join(' ')} />
    </Alert>
  )
}

const piecesHint = (target: Target): string | undefined =>
  target.kind === 'package' && target.parcel.quantity > 1
    ? t('receive.piecesAwaited', { awaited: expectedPieces(target.parcel), quantity: target.parcel.quantity })
    : undefined

export const ParcelForm = ({ receiving, target }: { receiving: Receiving; target: Target }) => {
  const { fields, photo, problem, isSaving, change, setPhoto, save, clear } = receiving
  /** The field that gets the focus first: the volume if the parcel goes by ocean, otherwise the weight. The price depends on this field. */
  const first = useRef<HTMLInputElement>(null)
  const isOcean = isByOcean(target, fields)
  const isBlocked = problem?.kind === 'conflict'
  const errors: Record<string, string> = problem?.kind === 'fields' ? problem.errors : {}
  const { input: scanInput } = useScanning()
  // Focuses the first field for a new parcel and after a problem, unless the next code is already being typed into the scan box.
  useEffect(() => {
    if (target && !isBlocked && scanInput.current?.value === '') first.current?.focus()
  }, [target, isBlocked, scanInput])
  useEffect(() => {
    if (problem && document.activeElement === scanInput.current && !isBlocked && scanInput.current?.value === '') first.current?.focus()
  }, [problem, isBlocked, scanInput])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const number = (name: NumberField, label: string) => ({
    label,
    value: fields[name],
    error: errors[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => change({ [name]: value } as Partial<Fields>),
  })
  return (
    <form onSubmit={submit} noValidate aria-label={t('receive.parcel')}>
      <Stack p="md">
        <ParcelHead target={target} />
        {problem && <ProblemNote problem={problem} />}
        {!isBlocked && (
          <>
            <div className="scale">
              <Stack gap="sm">
                {isOcean && <TextInput ref={first} size="lg" {...number('volume', t('receive.volume'))} />}
                <TextInput
                  {...(isOcean ? {} : { ref: first, size: 'lg' as const })}
                  {...number('weight', t(Number(fields.pieces) > 1 ? 'receive.weightAll' : 'receive.weight'))}
                />
                <TextInput {...number('pieces', t('receive.pieces'))} description={piecesHint(target)} />
              </Stack>
              <PricePreview key={target.code} target={target} fields={fields} />
            </div>
            {target.kind === 'unidentified' && (
              <TextInput
                label={t('receive.labelText')}
                {...typed(fields.labelText, (text) => change({ labelText: text }), errors.label_text)}
              />
            )}
            {isUnbooked(target) && (
              <TransportField
                label={t('receive.travel')}
                value={fields.travel}
                onChange={(value) => change({ travel: value as Fields['travel'] })}
              />
            )}
            <fieldset className="fieldset">
              <legend>{t('receive.size')}</legend>
              <SimpleGrid cols={3} spacing="xs">
                {SIDES.map((side) => (
                  <TextInput key={side} {...number(side, t(`receive.${side}`))} />
                ))}
              </SimpleGrid>
            </fieldset>
            <TextInput
              label={t('receive.note')}
              placeholder={t('receive.notePlaceholder')}
              {...typed(fields.note, (text) => change({ note: text }), errors.condition_note)}
            />
            {target.kind === 'package' && target.parcel.quantity > 1 && (
              <Checkbox label={t('receive.isLast')} {...ticked(fields.isLast, (isTicked) => change({ isLast: isTicked }))} />
            )}
          </>
        )}
        <Group justify={isBlocked ? 'flex-end' : 'space-between'}>
          {!isBlocked && <PhotoField photo={photo} onChange={setPhoto} />}
          <Group gap="xs">
            <PlainButton label={t('receive.clear')} onClick={clear} />
            {!isBlocked && (
              <Button type="submit" loading={isSaving}>
                {t(problem?.kind === 'confirm' ? 'receive.saveAnyway' : 'receive.save')}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
