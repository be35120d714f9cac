import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './gallery.module.css'

/** One kind of component in all its looks; `name` is its words' key and what a picture of it is called. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={classes.part} data-part={name} aria-labelledby={`part-${name}`}>
      <h2 id={`part-${name}`}>{t(`gallery:part.${name}`)}</h2>
      {children}
    </section>
  )
}

/** Things of one property side by side. */
export function Line({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      {name ? <code>{name}</code> : null}
      {children}
    </div>
  )
}
