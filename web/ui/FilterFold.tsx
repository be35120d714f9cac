import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import classes from './FilterFold.module.css'
import { useNarrow } from './useNarrow.ts'

interface FilterFoldProps {
  /** The list's filters by name; an empty one is not set. */
  values: Readonly<Record<string, string>>
  children: ReactNode
}

/** A list's filters when they are more than two: on a phone behind one button, which says how many are set. */
export function FilterFold({ values, children }: FilterFoldProps) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const [opened, setOpened] = useState(false)
  const id = useId()
  const count = Object.values(values).filter((value) => value !== '').length
  if (!narrow) return children
  return (
    <>
      <Button
        size="sm"
        block
        icon={<IconFilter aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {count === 0 ? t('ui:filters.none') : t('ui:filters.set', { count })}
      </Button>
      <div id={id} className={classes.filters} hidden={!opened}>
        {children}
      </div>
    </>
  )
}
