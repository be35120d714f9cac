import { IconCornerDownLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import classes from './Found.module.css'
import type { Option, Section } from './useFound.ts'

interface FoundProps {
  id: string
  sections: readonly Section[]
  active: Option | undefined
  onHover: (option: Option) => void
  onGo: (option: Option) => void
}

/** The list that the search field controls; the focus stays in the field. */
export function Found({ id, sections, active, onHover, onGo }: FoundProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const shown = active?.key
  useEffect(() => {
    if (shown) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('shell:search.results')} tabIndex={-1}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox, a group has.
        <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
          <div
            id={`${id}-${section.key}`}
            className={`text-12 medium faint ${classes.heading}`}
            role="presentation"
          >
            {t(`shell:search.${section.key}`)}
          </div>
          {section.options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which names this option as active.
            <div
              key={option.key}
              id={`${id}-${option.key}`}
              role="option"
              aria-selected={option === active}
              tabIndex={-1}
              className={`row gap-12 rounded pointer ${classes.option}`}
              onMouseMove={() => {
                if (option !== active) onHover(option)
              }}
              onClick={() => onGo(option)}
            >
              {option.icon ? (
                <option.icon size={20} stroke={1.75} aria-hidden className={`rigid muted ${classes.icon}`} />
              ) : (
                <Avatar name={option.title} square={option.kind === 'client'} />
              )}
              <span className="stack min-0 medium breakable" dir="auto">
                <span>{option.title}</span>
                {option.detail ? <span className="text-13 regular muted">{option.detail}</span> : null}
              </span>
              {option === active ? (
                <IconCornerDownLeft
                  size={18}
                  stroke={1.75}
                  aria-hidden
                  className="rigid push-end faint flip"
                />
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
