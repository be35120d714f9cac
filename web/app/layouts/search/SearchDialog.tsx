import { Modal } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { errorMessage } from '../../apiError.ts'
import { closeSearch } from '../overlays.ts'
import { Found } from './Found.tsx'
import classes from './SearchDialog.module.css'
import { type Option, useFound } from './useFound.ts'

/** One field over the page: what is typed finds people, clients, actions and pages; arrows choose, Enter goes there. */
export function SearchDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const list = useId()
  const narrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), 200)
  const { sections, pending, error, retry } = useFound(words, asked)
  const options = sections.flatMap((section) => section.options)
  const [at, setAt] = useState(0)
  const active = options[Math.min(at, options.length - 1)]

  const go = ({ before, to }: Option) => {
    before?.()
    closeSearch()
    if (to !== undefined) void navigate(to)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      const now = active ? options.indexOf(active) : 0
      setAt((now + step + options.length) % options.length)
    }
    // While letters are being put together (an input method), Enter belongs to them.
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) go(active)
  }

  const nothing = words.trim() !== '' && options.length === 0 && !pending && !error
  return (
    <Modal
      opened
      onClose={closeSearch}
      fullScreen={narrow}
      centered={false}
      yOffset="12vh"
      size={620}
      padding={0}
      withCloseButton={false}
      aria-label={t('shell:search.title')}
      transitionProps={{ duration: 120 }}
      classNames={{ content: `raised ${classes.content}`, body: 'flex vertical' }}
    >
      <div className={`row rigid gap-12 faint edged-bottom ${classes.field}`}>
        <IconSearch className="rigid" size={20} stroke={1.75} aria-hidden />
        <input
          className="font-inherit min-0 grow ink no-padding bare"
          data-autofocus
          type="text"
          role="combobox"
          aria-label={t('shell:search.title')}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-activedescendant={active ? `${list}-${active.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('shell:search.open')}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={`plain-button rigid medium muted rounded touch-height ${classes.close}`}
          onClick={closeSearch}
        >
          {t('shell:search.close')}
        </button>
      </div>
      <div className={classes.found}>
        <Found
          id={list}
          sections={sections}
          active={active}
          onHover={(one) => setAt(options.indexOf(one))}
          onGo={go}
        />
        {error ? (
          <div className={classes.say}>
            <p>{errorMessage(error)}</p>
            <Button size="sm" onClick={retry}>
              {t('ui:error.retry')}
            </Button>
          </div>
        ) : null}
        {nothing ? <p className={classes.say}>{t('shell:search.nothing', { words: words.trim() })}</p> : null}
      </div>
      <div role="status" className="sr">
        {pending ? '' : t('shell:search.count', { count: options.length })}
      </div>
    </Modal>
  )
}
