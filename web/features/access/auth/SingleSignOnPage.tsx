import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { useFailureWords } from '../../../app/failures.ts'
import { paths } from '../../../app/paths.ts'
import { landing } from '../../../app/redirect.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { type SecondStep, secondStepOf } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'
import { DeadEnd } from './DeadEnd.tsx'
import { SecondStepPanel } from './SecondStepPanel.tsx'
import { broughtBack, finishSignIn, takeLeftSearch } from './singleSignOn.ts'

/** The sign-in page for another try. */
const again = `${paths.signIn}?way=organisation`

/** Ends a sign-in at the organisation's identity provider: on to where it leads, to the second step, or why not. */
export default function SingleSignOnPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useFailureWords()
  const [brought] = useState(() => broughtBack(window.location.search))
  const [search, setSearch] = useState('')
  const [step, setStep] = useState<SecondStep>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  const begun = useRef(false)
  useEffect(() => {
    // It works once: effects that run twice must not end it twice.
    if (brought === undefined || begun.current) return
    begun.current = true
    // Neither the address bar nor the history keeps the code.
    window.history.replaceState(window.history.state, '', paths.singleSignOn)
    const left = takeLeftSearch()
    setSearch(left)
    finishSignIn(brought).then(
      (user) => navigate(landing(left, user), { replace: true }),
      (error: unknown) => {
        const asked = secondStepOf(error)
        if (asked) setStep(asked)
        else setFailure({ error })
      },
    )
  }, [brought, navigate])

  if (brought === undefined) return <Navigate to={paths.signIn} replace />
  if (step)
    return (
      <SecondStepPanel step={step} remember={false} search={search} onAgain={() => void navigate(again)} />
    )
  if (failure)
    return (
      <DeadEnd
        title={t('auth:organisation.failed')}
        actions={
          <Button variant="solid" onClick={() => void navigate(again, { replace: true })}>
            {t('auth:organisation.again')}
          </Button>
        }
      >
        {words(failure.error)}
      </DeadEnd>
    )
  return (
    <div className={classes.sent} role="status">
      <DocumentTitle />
      <Loader size={32} />
      <p>{t('auth:organisation.working')}</p>
    </div>
  )
}
