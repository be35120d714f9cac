import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './board.module.css'
import { groupIcons } from './Figures.tsx'
import { PersonCard } from './PersonCard.tsx'
import { type Grouped, groups } from './rows.ts'

/** More than any screen shows: the browser lays out those in view. */
const manyCards = 60

interface GroupsProps {
  of: Grouped
  timeZone: string
  showTest: boolean
  onOpen: (membershipId: string) => void
  /** Shown if a search finds nobody. */
  none: string
}

export function Groups({ of, timeZone, showTest, onOpen, none }: GroupsProps) {
  const { t } = useTranslation()
  const focus = useKeptFocus()
  const filled = groups.filter((group) => of[group].length > 0)
  if (filled.length === 0) return <p className={`muted text-center ${classes.none}`}>{none}</p>
  return (
    <div className={`stack align-start two-columns ${classes.groups}`} {...focus}>
      {filled.map((group) => {
        const Icon = groupIcons[group]
        return (
          <section key={group} data-group={group}>
            <h2 className={`row gap-6 text-14 bold muted ${classes.heading}`}>
              {group === 'attention' ? <Icon className="ink-amber" size={18} stroke={2} aria-hidden /> : null}
              {t(`board:group.${group}`)}
            </h2>
            <ul className={`stack ${classes.cards}`} data-many={of[group].length > manyCards || undefined}>
              {of[group].map(({ row }) => (
                <PersonCard
                  key={row.membershipId}
                  row={row}
                  timeZone={timeZone}
                  showTest={showTest}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** A card that moves to another group is a new element: the focus goes with it. */
function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null)
  const person = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (person.current === undefined || document.activeElement !== document.body) return
    root.current
      ?.querySelector<HTMLElement>(`[data-person="${person.current}"]`)
      ?.focus({ preventScroll: true })
  })
  return {
    ref: root,
    onFocus: ({ target }: { target: HTMLElement }) => {
      person.current = target.dataset.person
    },
    onBlur: ({ target }: { target: HTMLElement }) =>
      // A card that is being removed loses the focus too: only one that stays was left.
      queueMicrotask(() => {
        if (target.isConnected && document.activeElement !== target) person.current = undefined
      }),
  }
}
