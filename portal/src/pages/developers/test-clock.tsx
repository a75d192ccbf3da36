// The clock of test mode. The user can move it forward or reset it to real time.

import { useState } from 'react'
import { typedNumber } from '../../../../web/typed-number.ts'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { NumberField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { Facts, Section } from '../../components/page.tsx'
import { Alert, errorText, Loaded } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useRead, useSend } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { useTimes } from '../../times.tsx'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

const STEPS = [
  { label: texts.hour, seconds: HOUR_SECONDS },
  { label: texts.day, seconds: DAY_SECONDS },
  { label: texts.week, seconds: 7 * DAY_SECONDS },
]

const aheadText = (seconds: number): string => {
  if (seconds === 0) return texts.notAhead
  const days = Math.floor(seconds / DAY_SECONDS)
  const hours = Math.round((seconds % DAY_SECONDS) / HOUR_SECONDS)
  return [days > 0 && `${days} d`, hours > 0 && `${hours} h`].filter(Boolean).join(' ') || `${seconds} s`
}

export const TestClock = () => {
  const clock = useRead('getTestClock', {})
  const { mutateAsync, mutate, isPending, error } = useSend('moveTestClock')
  const { formatMomentWithZone } = useTimes()
  const toast = useToast()
  const [days, setDays] = useState('')
  const moved = ({ now }: { now: string }): void => toast(texts.moved(formatMomentWithZone(now)))
  const move = (body: { advance_seconds: number } | { reset: true }): void => mutate({ body }, { onSuccess: moved })
  const moveDays = async (): Promise<void> => {
    const typed = typedNumber(days)
    const seconds = typeof typed === 'number' ? typed * DAY_SECONDS : typed
    moved(await mutateAsync({ body: { advance_seconds: seconds as number } }))
    setDays('')
  }
  return (
    <Section title={texts.clock}>
      <p className="hint">{texts.clockLead}</p>
      <Loaded query={clock} rows={1}>
        {({ now, offset_seconds: offset }) => (
          <>
            <Facts
              facts={[
                [texts.now, formatMomentWithZone(now)],
                [texts.ahead, aheadText(offset)],
              ]}
            />
            <Writes>
              <div className="actions">
                {STEPS.map(({ label, seconds }) => (
                  <Button key={label} isBusy={isPending} onClick={() => move({ advance_seconds: seconds })}>
                    {`${texts.advance} ${label}`}
                  </Button>
                ))}
                {offset !== 0 && (
                  <Button isBusy={isPending} onClick={() => move({ reset: true })}>
                    {texts.reset}
                  </Button>
                )}
              </div>
              {error && !days && <Alert tone="danger">{errorText(error)}</Alert>}
              <Form submit={texts.advanceDays} look="plain" onSubmit={moveDays}>
                {(errorOf) => (
                  <NumberField label={texts.days} value={days} onValue={setDays} error={errorOf('advance_seconds')} inputMode="numeric" />
                )}
              </Form>
            </Writes>
          </>
        )}
      </Loaded>
    </Section>
  )
}
