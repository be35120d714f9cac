import { IconNote } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '#contract/board.ts'
import { formatNumber, formatTime } from '#contract/format.ts'
import classes from './board.module.css'
import { groupOf, sinceOf } from './rows.ts'
import { stateIcons } from './state.tsx'

interface PersonCardProps {
  row: BoardRow
  timeZone: string
  /** Where the board has several tests. */
  showTest: boolean
  onOpen: (membershipId: string) => void
}

/** One person of the board; opens what can be done. Hundreds of them are on the screen: a card is drawn again only when its row changes. */
export const PersonCard = memo(function PersonCard({ row, timeZone, showTest, onOpen }: PersonCardProps) {
  const { t, i18n } = useTranslation()
  const Icon = stateIcons[row.state]
  const group = groupOf(row)
  const place = [...(showTest ? [row.inventory.code] : []), ...(row.tablet ? [row.tablet] : [])]
  const share = row.total > 0 ? Math.min(1, row.answered / row.total) : 0
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.card}
        data-group={group}
        data-state={row.state}
        data-person={row.membershipId}
        onClick={() => onOpen(row.membershipId)}
      >
        <span className={classes.line}>
          <b className={classes.name} dir="auto">
            {row.name}
          </b>
          <span className={classes.tablet} dir="auto">
            {place.join(' · ')}
          </span>
        </span>
        <span className={classes.bar} aria-hidden>
          <i style={{ inlineSize: `${share * 100}%` }} />
        </span>
        <span className={classes.line}>
          <span className={classes.state}>
            <Icon size={16} stroke={2.5} aria-hidden />
            {t(`board:state.${row.state}`)}
          </span>
          <Where row={row} timeZone={timeZone} />
        </span>
        {row.unsent > 0 && row.state !== 'finished' ? (
          <span className={classes.more}>
            {t('board:unsent', { count: row.unsent, number: formatNumber(row.unsent, i18n.language) })}
          </span>
        ) : null}
        {row.notes > 0 ? (
          <span className={classes.more}>
            <IconNote size={16} stroke={2} aria-hidden />
            {t('board:notes', { count: row.notes, number: formatNumber(row.notes, i18n.language) })}
          </span>
        ) : null}
      </button>
    </li>
  )
})

/** At which question, and since when nothing moves. */
function Where({ row, timeZone }: { row: BoardRow; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const since = sinceOf(row)
  const time = since === null ? null : formatTime(since, i18n.language, timeZone)
  if (groupOf(row) === 'not_started') return <span dir="auto">{row.room}</span>
  if (groupOf(row) === 'finished') return <span>{time === null ? '' : t('board:at', { time })}</span>
  const question =
    row.item === null
      ? t('board:answered', { answered: number(row.answered), total: number(row.total) })
      : t('board:question', { item: number(row.item), total: number(row.total) })
  return (
    <span className={classes.where}>
      {time === null ? null : <b>{t('board:since', { time })} · </b>}
      {question}
      {time === null && row.section !== null ? <span dir="auto"> · {row.section}</span> : null}
    </span>
  )
}
