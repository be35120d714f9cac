import type { ReactNode } from 'react'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { FieldError } from '../../ui/form/FieldError.tsx'

interface ChoiceFieldsProps<Choice extends string> {
  label: string
  choices: readonly Choice[]
  words: (choice: Choice) => { label: string; description: ReactNode }
  value: readonly Choice[]
  error: string | undefined
  /** Gets the chosen ones in the order of `choices`. */
  onChange: (chosen: Choice[]) => void
}

/** Choices of which one at least is needed, each with a line that explains it. */
export function ChoiceFields<Choice extends string>(props: ChoiceFieldsProps<Choice>) {
  const { label, choices, words, value, error, onChange } = props
  return (
    <fieldset
      className="stack one-column gap-4 min-0 bare no-padding"
      data-wrong-field={error === undefined ? undefined : true}
    >
      <legend className="text-14 medium no-padding">{label}</legend>
      {choices.map((choice) => (
        <CheckboxField
          key={choice}
          {...words(choice)}
          checked={value.includes(choice)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(choices.filter((one) => (one === choice ? checked : value.includes(one))))
          }
        />
      ))}
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
