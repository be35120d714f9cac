import { Pill, PillsInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './EmailsField.module.css'
import { type FieldProps, splitField } from './fieldProps.tsx'

export interface EmailsFieldProps extends FieldProps {
  value: readonly string[]
  onChange: (emails: string[]) => void
  /** True if a text is an address; any other text stays in the field, marked, to be corrected. */
  isEmail: (text: string) => boolean
  disabled?: boolean
  placeholder?: string
}

const between = /[\s,;]+/

/** Several addresses in one field: typed one after the other, or pasted with any separators. */
export function EmailsField({ value, onChange, isEmail, disabled, placeholder, ...props }: EmailsFieldProps) {
  const { t } = useTranslation()
  const { field, rest } = splitField(props)
  const { 'aria-invalid': invalid, ...wrapper } = field
  const [text, setText] = useState('')

  const add = (more: string) => {
    const all = [...value, ...more.split(between).filter((one) => one !== '')]
    setText('')
    // Mail knows no difference between upper and lower case.
    const first = (email: string, at: number) =>
      all.findIndex((other) => other.toLowerCase() === email.toLowerCase()) === at
    if (all.length > value.length) onChange(all.filter(first))
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (text !== '' && (event.key === 'Enter' || between.test(event.key))) {
      event.preventDefault()
      add(text)
    }
    if (text === '' && event.key === 'Backspace') onChange(value.slice(0, -1))
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    // One address is pasted as any text is, so that it can still be corrected.
    if (!between.test(pasted.trim())) return
    event.preventDefault()
    add(text + pasted)
  }

  const leave = ({ relatedTarget }: FocusEvent) => {
    // The pills make the field higher: what is being pressed under it must not move away before the finger is lifted.
    if (relatedTarget?.matches(':active')) window.addEventListener('mouseup', () => add(text), { once: true })
    else add(text)
  }

  return (
    <PillsInput
      {...rest}
      {...wrapper}
      disabled={disabled ?? false}
      classNames={{ ...wrapper.classNames, input: `${wrapper.classNames.input} ${classes.input ?? ''}` }}
    >
      <Pill.Group>
        {value.map((email) => (
          <Pill
            key={email}
            classNames={{
              root: `inline-row ink tinted rounded-sm ${classes.pill}`,
              label: `inline-row ${classes.pillLabel}`,
            }}
            data-wrong={!isEmail(email) || undefined}
            withRemoveButton={!disabled}
            onRemove={() => onChange(value.filter((one) => one !== email))}
            removeButtonProps={{
              'aria-label': t('ui:emails.remove', { email }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {isEmail(email) ? null : <IconAlertCircle aria-label={t('ui:emails.wrong')} role="img" />}
            <bdi dir="ltr">{email}</bdi>
          </Pill>
        ))}
        <PillsInput.Field
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled ?? false}
          placeholder={value.length === 0 ? placeholder : undefined}
          aria-invalid={invalid}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={leave}
        />
      </Pill.Group>
    </PillsInput>
  )
}
