import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { requestReset } from './accountCalls.ts'
import classes from './auth.module.css'
import { MailForm } from './MailForm.tsx'

/** Says the same for every address: whether somebody has an account is nobody else's business. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  return (
    <>
      <DocumentTitle />
      <MailForm
        intro={
          <>
            <h1 className={classes.title}>{t('auth:forgot.title')}</h1>
            <p className={classes.lead}>{t('auth:forgot.lead')}</p>
          </>
        }
        sentAs="h1"
        words={{
          help: t('auth:forgot.help'),
          submit: t('auth:forgot.submit'),
          failed: t('auth:forgot.failed'),
          sent: t('auth:forgot.sent'),
          sentText: (email) => t('auth:forgot.sentText', { email }),
        }}
        send={requestReset}
      />
      <p className={classes.below}>
        <Link to={paths.signIn} className="inline-row touch-height link">
          {t('auth:backToSignIn')}
        </Link>
      </p>
    </>
  )
}
