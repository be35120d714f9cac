import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './Choice.module.css'

interface ChoiceProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; drawing?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** A row side by side, colours, or small drawings. */
  look?: 'row' | 'swatches' | 'cards'
  help?: string | undefined
  disabled?: boolean
}

/** One of a few, as radios: arrow keys move and choose, and a screen reader hears how many there are. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  onChange,
  look = 'row',
  help,
  disabled = false,
}: ChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={`stack min-0 gap-8 ${classes.field}`}
      disabled={disabled}
      aria-describedby={help ? id : undefined}
    >
      <legend>{legend}</legend>
      <div className={classes[look]}>
        {options.map((option) => (
          <label key={option.value} className={`relative pointer ${classes.option}`}>
            <input
              type="radio"
              name={legend}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.drawing}
            <span className={look === 'swatches' ? 'sr' : classes.words}>{option.label}</span>
          </label>
        ))}
      </div>
      {help ? (
        <p id={id} className="text-13 faint">
          {help}
        </p>
      ) : null}
    </fieldset>
  )
}
