// Inputs of forms, each with its label, a hint and its error.

import type { HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { texts } from '../texts/shell.ts'

type FieldProps = { label: string; hint?: ReactNode; error?: string | undefined; isOptional?: boolean }

/** The attributes that connect an input with its label, hint and error. */
type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const Frame = ({ label, hint, error, isOptional, children }: FieldProps & { children: (wiring: Wiring) => ReactNode }) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="hint"> ({texts.optional})</span>}
      </label>
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <div className="problem" id={`${id}-error`}>
          {error}
        </div>
      )}
    </div>
  )
}

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'autoFocus'
  | 'enterKeyHint'
  | 'inputMode'
  | 'list'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'name'
  | 'placeholder'
  | 'required'
  | 'spellCheck'
>

export type TextProps = FieldProps &
  Input & {
    value: string
    onValue: (value: string) => void
    type?: HTMLInputTypeAttribute
    /** If true, the whole text is selected on focus. Used for values that users usually replace completely. */
    isSelectedOnFocus?: boolean
  }

export const TextField = ({
  label,
  hint,
  error,
  isOptional = false,
  value,
  onValue,
  type = 'text',
  isSelectedOnFocus = false,
  ...rest
}: TextProps) => (
  <Frame label={label} hint={hint} error={error} isOptional={isOptional}>
    {(wiring) => (
      <input
        className="input"
        type={type}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...(isSelectedOnFocus && { onFocus: (event) => event.target.select() })}
        {...rest}
        {...wiring}
      />
    )}
  </Frame>
)

/** A field for a decimal number. The value stays text, so that the field keeps exactly what the user typed. */
export const NumberField = (props: TextProps) => <TextField inputMode="decimal" autoComplete="off" {...props} />

/** A field for a one-time code, which the user gets in a message or reads in an authenticator app. */
export const CodeField = (props: TextProps) => <TextField autoComplete="one-time-code" inputMode="numeric" autoFocus {...props} />

const PAUSE_MS = 300

type SearchProps = { label: string; value: string; onValue: (value: string) => void; error?: string | undefined }

/** A search that starts when the person stops typing. */
export const SearchField = ({ label, value, onValue, error }: SearchProps) => {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  // Shows a value that was changed elsewhere, such as by the browser's back button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed
      onValue(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, onValue])
  return <TextField label={label} type="search" value={typed} onValue={setTyped} error={error} />
}

type AreaProps = FieldProps & Pick<TextProps, 'value' | 'onValue' | 'maxLength'> & { rows?: number }

export const TextArea = ({ value, onValue, maxLength, rows = 3, ...frame }: AreaProps) => (
  <Frame {...frame}>
    {(wiring) => (
      <textarea
        className="input"
        rows={rows}
        value={value}
        {...(maxLength !== undefined && { maxLength })}
        onChange={(event) => onValue(event.target.value)}
        {...wiring}
      />
    )}
  </Frame>
)

export type Option = { value: string; label: string }

/**
 * Makes the options of a select. `names`: the label of each value. `none`: the label of the empty option; without `none`, there is no empty
 * option.
 */
export const optionsOf = (names: Readonly<Record<string, string>>, none?: string): Option[] => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

type SelectProps = FieldProps & { value: string; onValue: (value: string) => void; options: readonly Option[] }

export const SelectField = ({ value, onValue, options, ...frame }: SelectProps) => (
  <Frame {...frame}>
    {(wiring) => (
      <select className="input" value={value} onChange={(event) => onValue(event.target.value)} {...wiring}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Frame>
)

export const CheckField = ({
  label,
  hint,
  isOn,
  onValue,
}: {
  label: string
  hint?: string
  isOn: boolean
  onValue: (isOn: boolean) => void
}) => (
  <label className="check">
    <input type="checkbox" checked={isOn} onChange={(event) => onValue(event.target.checked)} />
    <span>
      {label}
      {hint && <span className="hint block">{hint}</span>}
    </span>
  </label>
)

type Choice = Option & { hint?: ReactNode; detail?: ReactNode }

/** Radio buttons as cards: every choice can be seen and compared. */
export const ChoiceField = ({
  label,
  value,
  onValue,
  choices,
  isInRow = false,
  isLabelHidden = false,
}: {
  label: string
  value: string | null
  onValue: (value: string) => void
  choices: readonly Choice[]
  isInRow?: boolean
  isLabelHidden?: boolean
}) => {
  const name = useId()
  return (
    <fieldset className={`choices${isInRow ? ' in-row' : ''}`}>
      <legend className={isLabelHidden ? 'unseen' : 'spans'}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input type="radio" name={name} value={choice.value} checked={choice.value === value} onChange={() => onValue(choice.value)} />
          <span className="grows">
            <span className="choice-line">
              <span className="choice-label">{choice.label}</span>
              {choice.detail && <span className="choice-detail">{choice.detail}</span>}
            </span>
            {choice.hint && <span className="hint block">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
