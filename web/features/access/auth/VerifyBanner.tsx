import { IconMailExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAuth } from '../../../app/auth.ts'
import { resendVerification } from './accountCalls.ts'
import { ResendButton } from './ResendButton.tsx'
import classes from './VerifyBanner.module.css'

/** Reminds somebody whose address is not confirmed, until it is. */
export default function VerifyBanner() {
  const { t } = useTranslation()
  const email = useAuth((state) => state.user.email)
  return (
    <section className={`row wraps text-14 ${classes.root}`} aria-label={t('auth:verify.label')}>
      <IconMailExclamation size={20} stroke={1.75} aria-hidden className="rigid ink-amber" />
      <p className={`breakable ${classes.words}`}>{t('auth:verify.text', { email })}</p>
      <ResendButton send={resendVerification} waitFirst={false} />
    </section>
  )
}
