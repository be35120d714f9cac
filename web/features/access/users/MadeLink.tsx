import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { useAuth } from '../../../app/auth.ts'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import panel from '../../../ui/overlay/personPanel.module.css'
import { scrollInto } from '../../../ui/scrollInto.ts'
import classes from './users.module.css'

/** A sign-in link to be handed over: in view, to be copied, with its end. */
export function MadeLink({ link, expiresAt }: { link: string; expiresAt: string }) {
  const { t, i18n } = useTranslation()
  const timeZone = useAuth((state) => state.user.timeZone)
  return (
    <div className={`stack gap-8 ${classes.link}`} ref={scrollInto}>
      <div className={panel.linkBox}>
        <output title={link}>{link}</output>
        <CopyButton
          value={link}
          label={t('users:link.copy')}
          onCopied={() => toast.success(t('users:link.copied'))}
        />
      </div>
      <p className="row gap-6 meta">
        <IconClock size={16} stroke={1.75} aria-hidden />
        {t('users:link.until', { time: formatDateTime(lastMoment(expiresAt), i18n.language, timeZone) })}
      </p>
    </div>
  )
}
