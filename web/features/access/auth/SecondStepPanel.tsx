import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { firstPasswordPath } from '#contract/landing.ts'
import { entryPath } from '../../../app/access.ts'
import type { SessionUser } from '../../../app/auth.ts'
import { landing } from '../../../app/redirect.ts'
import type { SecondStep } from '../second-factor/secondStep.ts'
import classes from './auth.module.css'

// Most people who sign in never see it.
const SecondFactorStep = lazy(() => import('../second-factor/SecondFactorStep.tsx'))

interface SecondStepPanelProps {
  step: SecondStep
  remember: boolean
  onAgain: () => void
  /** Returns the address that the sign-in leads to if the page's address names none. */
  entryOf?: (user: unknown) => string
  /** The search of the page that the sign-in began on; left out: of this page. */
  search?: string
}

/** The second step in the place of the first, and on to where the sign-in leads. */
export function SecondStepPanel({ entryOf = entryPath, search: begunOn, ...props }: SecondStepPanelProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { choosePassword } = props.step
  const goOn = (user: SessionUser | undefined) => {
    const target = landing(begunOn ?? search, user, entryOf)
    void navigate(user && choosePassword ? firstPasswordPath(choosePassword, target) : target, {
      replace: true,
    })
  }
  return (
    <Suspense
      fallback={
        <div className={classes.sent}>
          <Loader size={32} />
        </div>
      }
    >
      <SecondFactorStep {...props} onEntered={goOn} />
    </Suspense>
  )
}
