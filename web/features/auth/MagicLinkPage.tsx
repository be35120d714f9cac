import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { firstPasswordPath, landing } from '../../app/redirect.ts'
import { enterByLink } from '../../app/session.ts'
import { DocumentTitle } from '../../ui/layout/DocumentTitle.tsx'
import { type SecondStep, secondStepOf } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'
import { LinkOutcome, type Outcome } from './LinkOutcome.tsx'
import { greetedPath, outcomeOf } from './linkEntry.ts'
import { SecondStepPanel } from './SecondStepPanel.tsx'

/** Takes the secret out of the address bar, where it would be seen, copied and kept in the history. */
function hideToken() {
  window.history.replaceState(window.history.state, '', '/magic-link')
}

export default function MagicLinkPage() {
  const { t } = useTranslation()
  const { uid = '', token = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>()
  const [attempt, setAttempt] = useState(0)
  const opened = useRef(-1)
  const [step, setStep] = useState<SecondStep>()

  useEffect(() => {
    // A link may work only once: effects that run twice (StrictMode) must not open it twice.
    if (opened.current === attempt) return
    opened.current = attempt
    enterByLink(uid, token).then(
      ({ user, choosePassword }) => {
        const target = landing(search, user, greetedPath)
        return navigate(user && choosePassword ? firstPasswordPath(choosePassword, target) : target, {
          replace: true,
        })
      },
      (error: unknown) => {
        const asked = secondStepOf(error)
        if (asked) {
          hideToken()
          return setStep(asked)
        }
        const found = outcomeOf(error)
        if (!(found.kind === 'failed' && found.again)) hideToken()
        setOutcome(found)
      },
    )
  }, [attempt, uid, token, search, navigate])

  if (step)
    return (
      <SecondStepPanel
        step={step}
        remember={false}
        onAgain={() => void navigate(paths.signIn)}
        entryOf={greetedPath}
      />
    )
  if (outcome) {
    return (
      <LinkOutcome
        outcome={outcome}
        onAgain={() => {
          setOutcome(undefined)
          setAttempt(attempt + 1)
        }}
      />
    )
  }
  return (
    <div className={classes.sent} role="status">
      <DocumentTitle />
      <Loader size={32} />
      <h1>{t('auth:magicLink.working')}</h1>
      <p>{t('auth:magicLink.workingText')}</p>
    </div>
  )
}
