import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Difference } from '#contract/differences.ts'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../../../ui/button/Button.tsx'
import fold from '../../../ui/layout/fold.module.css'
import { Pill } from '../../../ui/text/Pill.tsx'
import type { Group } from './differenceGroups.ts'
import classes from './differences.module.css'
import { LeafLine } from './LeafLine.tsx'

/** The number shown at once, so that a page of 173 changed questions opens without a wait. */
const step = 20
const tones = { added: 'green', removed: 'red', changed: 'indigo' } as const

interface DifferenceGroupProps {
  group: Group
  /** A few differences are shown right away; many only when their group is opened. */
  opened: boolean
}

export function DifferenceGroup({ group: { kind, section, differences }, opened }: DifferenceGroupProps) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(opened)
  const [shown, setShown] = useState(step)
  const number = (value: number) => formatNumber(value, i18n.language)
  const counts = (['added', 'removed', 'changed'] as const).flatMap((change) => {
    const count = differences.filter((one) => one.change === change).length
    return count === 0 ? [] : [t(`inventories:differences.count.${change}`, { number: number(count) })]
  })
  return (
    <details
      className={`ruled-top ${classes.group}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="row wraps pointer touch-height">
        <IconChevronRight size={18} stroke={2} className={fold.chevron} aria-hidden />
        <span className={`cluster min-0 grow breakable ${classes.groupTitle}`}>
          <b>{t(`inventories:differences.kind.${kind}`)}</b>
          {section === null ? null : <span dir="auto">{section}</span>}
        </span>
        <span className="meta">{counts.join(' · ')}</span>
      </summary>
      {open ? (
        <>
          <ul className={`stack one-column gap-20 ${classes.subjects}`}>
            {differences.slice(0, shown).map((difference) => (
              <Subject key={difference.id} difference={difference} />
            ))}
          </ul>
          {differences.length > shown ? (
            <Button size="sm" className={classes.more ?? ''} onClick={() => setShown(shown + step)}>
              {t('inventories:differences.more', { number: number(differences.length - shown) })}
            </Button>
          ) : null}
        </>
      ) : null}
    </details>
  )
}

function Subject({ difference: { id, name, change, leaves } }: { difference: Difference }) {
  const { t } = useTranslation()
  return (
    <li className="stack one-column gap-8">
      <p className={`row wraps breakable ${classes.subject}`}>
        <Pill tone={tones[change]}>{t(`inventories:differences.${change}`)}</Pill>
        {id === '' ? null : <code>{id}</code>}
        {name === null ? null : (
          <b className="medium" dir="auto">
            {name}
          </b>
        )}
      </p>
      <dl className={`stack one-column gap-8 ${classes.leaves}`}>
        {leaves.map((leaf) => (
          <LeafLine key={`${leaf.locale ?? ''} ${leaf.field}`} leaf={leaf} />
        ))}
      </dl>
    </li>
  )
}
