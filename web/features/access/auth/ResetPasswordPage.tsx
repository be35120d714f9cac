import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { tokenIn } from '#contract/links.ts'
import { ApiError } from '../../../app/apiError.ts'
import { paths } from '../../../app/paths.ts'
import { signOut } from '../../../app/session.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LetterDrawing } from '../../../ui/feedback/drawings.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { checkReset, resetPassword } from './accountCalls.ts'
import classes from './auth.module.css'
import { NewPasswordForm } from './NewPasswordForm.tsx'

const isDead = (error: Error) => error instanceof ApiError && /^reset_link_/.test(error.code)

/**
 * The token stays in the address until it is of no use: the link has to work again after a reload, and no other page
 * receives it (Referrer-Policy: no-referrer). A link that is used up or dead leaves the address bar, so that a reload
 * leads to asking for a new one.
 */
function hideToken() {
  window.history.replaceState(window.history.state, '', '/reset-password')
}

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const { uid = '', token: part = '' } = useParams()
  const token = tokenIn(part)
  const [dead, setDead] = useState(false)
  const [refused, setRefused] = useState<Error>()
  const [done, setDone] = useState(false)

  const saved = async () => {
    hideToken()
    // The server has ended all sessions of this password's owner; a session of somebody else must not remain at
    // sign-in.
    await signOut()
    setDone(true)
  }
  const failed = (error: Error) => {
    if (!isDead(error)) return
    hideToken()
    setDead(true)
  }

  // Nobody should think of a new password for a link that sets none. What else goes wrong here is met again on saving.
  useEffect(() => {
    let here = true
    checkReset(uid, token).catch((error: unknown) => {
      if (!here || !(error instanceof Error) || !isDead(error)) return
      hideToken()
      setRefused(error)
      setDead(true)
    })
    return () => {
      here = false
    }
  }, [uid, token])

  if (done) {
    return (
      <div className={classes.sent} role="status">
        <DocumentTitle words={t('auth:reset.done')} />
        <LetterDrawing />
        <h1>{t('auth:reset.done')}</h1>
        <p>{t('auth:reset.doneText')}</p>
        <Button component={Link} to={paths.signIn} variant="solid">
          {t('auth:reset.continue')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <DocumentTitle />
      <h1 className={classes.title}>{t('auth:reset.title')}</h1>
      <p className={classes.lead}>{t('auth:reset.lead')}</p>
      <NewPasswordForm
        save={(password) => resetPassword(uid, token, password)}
        onSaved={saved}
        onFailed={failed}
        refused={refused}
        disabled={dead}
        way={
          dead ? (
            <div>
              <Link to={paths.forgotPassword} className="inline-row touch-height link">
                {t('auth:reset.newLink')}
              </Link>
            </div>
          ) : null
        }
      />
    </>
  )
}
