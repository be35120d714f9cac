import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BankLine } from '#contract/eft.ts'
import { formatDateTime, formatDay, formatMoney } from '#contract/format.ts'
import { orderPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './desk.module.css'

interface TransferLineProps {
  line: BankLine
  ticked: boolean
  /** Left out where it can’t be approved together with others. */
  onTick: ((on: boolean) => void) | undefined
  onDecide: () => void
  onIgnore: () => void
  busy: boolean
}

/** A transfer of a bank’s statement, with the order it seems to pay or has paid. */
export function TransferLine({ line, ticked, onTick, onDecide, onIgnore, busy }: TransferLineProps) {
  const { t, i18n } = useTranslation()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const sender = line.sender || t('orders:eft.noSender')
  const { order, difference } = line
  const words =
    line.state === 'open'
      ? t(
          line.why === 'not_pending'
            ? 'orders:eft.settled'
            : line.why === 'amount_and_sender'
              ? 'orders:eft.likelyBySender'
              : `orders:eft.fit.${line.fit}`,
        )
      : `${t(`orders:eft.states.${line.state}`)} · ${[
          line.decidedBy,
          line.decidedAt && formatDateTime(line.decidedAt, i18n.language, 'Europe/Istanbul'),
        ]
          .filter(Boolean)
          .join(' · ')}`
  return (
    <li className={`stack align-center rounded-lg edged ${classes.line}`}>
      <input
        type="checkbox"
        aria-label={t('orders:eft.choose', { sender, amount: money(line.amount) })}
        checked={ticked}
        disabled={onTick === undefined}
        onChange={(event) => onTick?.(event.currentTarget.checked)}
      />
      <div className={classes.words}>
        <b dir="auto">{sender}</b>
        <span className="meta" dir="auto">
          {[formatDay(line.bookedOn, i18n.language), line.description].filter(Boolean).join(' · ')}
        </span>
        <span className={line.fit === 'none' ? 'meta' : undefined}>
          {words}
          {order ? (
            <>
              {' '}
              <Link className="link" to={orderPath(order.id)}>
                {order.number}
              </Link>{' '}
              {order.client.name}
            </>
          ) : null}
        </span>
        {order && line.why !== 'not_pending' && difference !== null && difference !== 0 ? (
          <span className="ink-amber">
            {t(difference < 0 ? 'orders:approve.less' : 'orders:approve.more', {
              difference: money(Math.abs(difference)),
            })}
          </span>
        ) : null}
        {line.alike ? <span className="ink-amber">{t('orders:eft.alike')}</span> : null}
        {line.otherAccount ? (
          <span className="ink-amber">
            {t('orders:eft.otherAccount', { account: line.account.replace(/(.{4})(?=.)/g, '$1 ') })}
          </span>
        ) : null}
      </div>
      <b className="num nowrap">{money(line.amount)}</b>
      <div className="cluster gap-8">
        {line.state === 'approved' ? null : (
          <Button size="sm" onClick={onDecide}>
            {t(
              order === null || line.why === 'not_pending'
                ? 'orders:eft.chooseOrder'
                : onTick
                  ? 'orders:eft.otherOrder'
                  : 'orders:eft.decide',
            )}
          </Button>
        )}
        {line.state === 'open' ? (
          <Button size="sm" loading={busy} onClick={onIgnore}>
            {t('orders:eft.ignore')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
