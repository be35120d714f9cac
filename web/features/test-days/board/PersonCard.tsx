import { IconNote } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '#contract/board.ts'
import { formatNumber, formatTime } from '#contract/format.ts'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import classes from './board.module.css'
import { groupOf, sinceOf } from './rows.ts'
import { stateIcons } from './state.tsx'

interface PersonCardProps {
  row: BoardRow
  timeZone: string
  /** True if the board has several tests. */
  showTest: boolean
  onOpen: (membershipId: string) => void
}

/** One person of the board; opens what can be done. Hundreds of them are on the screen: a card is drawn again only when its row changes. */
export const PersonCard = memo(function PersonCard({ row, timeZone, showTest, onOpen }: PersonCardProps) {
  const { t } = useTranslation()
  const Icon = stateIcons[row.state]
  const group = groupOf(row)
  const place = [...(showTest ? [row.inventory.code] : []), ...(row.tablet ? [row.tablet] : [])]
  const share = row.total > 0 ? Math.min(1, row.answered / row.total) : 0
  return (
    <li className="min-0">
      <button
        type="button"
        className={`font-inherit stack one-column full-width gap-8 num text-start surface rounded edged pointer touch-height ${classes.card}`}
        data-group={group}
        data-state={row.state}
        data-person={row.membershipId}
        onClick={() => onOpen(row.membershipId)}
      >
        <span className={`row split min-0 muted ${classes.line}`}>
          <b className={`text-16 ink text-start clip ${classes.name}`} dir="auto">
            {row.name}
          </b>
          <span className={`rigid ellipsis ${classes.tablet}`} dir="auto">
            {place.join(' · ')}
          </span>
        </span>
        <span className={`block clip ${classes.bar}`} aria-hidden>
          <i style={{ inlineSize: `${share * 100}%` }} />
        </span>
        <span className={`row split min-0 muted ${classes.line}`}>
          <span className={`inline-row rigid gap-4 semibold ink ${classes.state}`}>
            <Icon size={16} stroke={2.5} aria-hidden />
            <LiveText>{t(`board:state.${row.state}`)}</LiveText>
          </span>
          <Where row={row} timeZone={timeZone} />
        </span>
        <More row={row} />
      </button>
    </li>
  )
})

/** Since when nothing moves, or how far it is. */
function Where({ row, timeZone }: { row: BoardRow; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const since = sinceOf(row)
  if (since === null)
    return row.state === 'running' ? <Question row={row} /> : <span dir="auto">{row.room}</span>
  const time = formatTime(since, i18n.language, timeZone)
  return (
    <b>
      <LiveText>{t(groupOf(row) === 'finished' ? 'board:at' : 'board:since', { time })}</LiveText>
    </b>
  )
}

function Question({ row }: { row: BoardRow }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const total = number(row.total)
  return (
    <LiveText>
      {row.item === null
        ? t('board:answered', { answered: number(row.answered), total })
        : t('board:question', { item: number(row.item), total })}
    </LiveText>
  )
}

/** Further facts: where somebody stopped, answers on the device, notes. */
function More({ row }: { row: BoardRow }) {
  const { t, i18n } = useTranslation()
  const words = (count: number) => ({ count, number: formatNumber(count, i18n.language) })
  const stopped = sinceOf(row) !== null && groupOf(row) !== 'finished'
  const unsent = row.unsent > 0 && groupOf(row) !== 'finished'
  if (!stopped && !unsent && row.notes === 0) return null
  return (
    <span className={`cluster text-13 muted ${classes.more}`}>
      {stopped ? <Question row={row} /> : null}
      {unsent ? <LiveText>{t('board:unsent', words(row.unsent))}</LiveText> : null}
      {row.notes > 0 ? (
        <span className="inline-row gap-4">
          <IconNote size={16} stroke={2} aria-hidden />
          <LiveText>{t('board:notes', words(row.notes))}</LiveText>
        </span>
      ) : null}
    </span>
  )
}
