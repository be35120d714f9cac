import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { OwnConsent } from '#contract/consents.ts'
import { formatDateTime } from '#contract/format.ts'
import { NoticeText } from '../pages/NoticePage.tsx'
import styles from '../pages/pages.module.css'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { t, useLocale } from '../words.ts'

interface ConsentCardProps {
  consent: OwnConsent
  onWithdraw: () => void
  onObject: () => void
}

/** One text, as it was shown, and when it was read or agreed to. What needs no consent can be objected to. */
export function ConsentCard({ consent, onWithdraw, onObject }: ConsentCardProps) {
  const locale = useLocale()
  const titleId = useId()
  const [open, setOpen] = useState(false)
  const { notice, inventory, client, acceptedAt, deviceAcceptedAt, withdrawnAt } = consent
  const given = notice.kind === 'explicit_consent'
  const time = (at: string) => ({ time: formatDateTime(at, locale, client.timeZone) })
  return (
    <li className={styles.assignment}>
      <h2 id={titleId} className={controls.heading} lang={consent.locale}>
        {notice.title}
      </h2>
      <p className="muted">
        {inventory.name} · {client.name}
      </p>
      <p className={controls.small}>
        {given ? t('consents:given', time(acceptedAt)) : t('consents:read', time(acceptedAt))}
      </p>
      {deviceAcceptedAt !== null && (
        <p className={controls.small}>{t('consents:onDevice', time(deviceAcceptedAt))}</p>
      )}
      {withdrawnAt !== null && (
        <p className={controls.small}>
          <b>{t('consents:withdrawn', time(withdrawnAt))}</b>
        </p>
      )}
      <Button
        look="plain"
        className={styles.whole}
        aria-expanded={open}
        aria-describedby={titleId}
        onClick={() => setOpen(!open)}
      >
        {open ? t('consents:hide') : t('consents:show')}
        {open ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
      </Button>
      {open && (
        <div lang={consent.locale}>
          <NoticeText text={notice.text} />
          <p className={`muted ${controls.small}`}>{t('player:notice.version', { n: notice.version })}</p>
        </div>
      )}
      {given && withdrawnAt === null && (
        <Button look="secondary" aria-describedby={titleId} onClick={onWithdraw}>
          {t('consents:withdraw')}
        </Button>
      )}
      {!given && (
        <Button look="secondary" aria-describedby={titleId} onClick={onObject}>
          {t('consents:object.open')}
        </Button>
      )}
    </li>
  )
}
