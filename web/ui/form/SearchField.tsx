import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldClasses } from './fieldProps.tsx'
import classes from './SearchField.module.css'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** Milliseconds of rest before `onChange`: one request for a word, not one for each letter. */
  delay?: number
}

export function SearchField({ value, onChange, placeholder, delay = 300 }: SearchFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const sent = useRef(value)

  const sendSoon = useDebouncedCallback((next: string) => send(next), delay)

  // Back and "clear" change the value from outside; the echo of what was sent must not overwrite later typing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
    sendSoon.cancel()
  }, [value, sendSoon])

  const send = (next: string) => {
    // An earlier text must not be sent after this one.
    sendSoon.cancel()
    sent.current = next
    onChange(next)
  }
  return (
    <TextInput
      type="search"
      className={classes.search}
      classNames={fieldClasses('sm')}
      value={text}
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch aria-hidden />}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={t('ui:search.clear')}
            onClick={() => {
              setText('')
              send('')
            }}
          />
        ) : null
      }
      onChange={(event) => {
        setText(event.currentTarget.value)
        sendSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text)
      }}
    />
  )
}
