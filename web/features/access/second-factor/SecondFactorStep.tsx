import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../app/auth.ts'
import { enter } from '../../../app/session.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { CodeForm } from './CodeForm.tsx'
import { Enrol } from './Enrol.tsx'
import {
  beginSetUp,
  type Entered,
  finishSetUp,
  isOver,
  passSecondStep,
  type SecondStep,
} from './secondStep.ts'
import classes from './step.module.css'

interface SecondFactorStepProps {
  step: SecondStep
  remember: boolean
  onEntered: (user: SessionUser | undefined) => void
  /** Back to the first step. */
  onAgain: () => void
}

/** The step of a sign-in between the first one and the session. */
export default function SecondFactorStep(props: SecondFactorStepProps) {
  return props.step.setUp ? <SetUp {...props} /> : <Code {...props} />
}

function Code({ step, remember, onEntered, onAgain }: SecondFactorStepProps) {
  const { t } = useTranslation('second-factor')
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const other = kind === 'app' ? 'recovery' : 'app'
  const send = async (code: string) => {
    const { token, user } = await passSecondStep(step.challenge, code)
    onEntered(await enter(token, user, remember))
  }
  return (
    <>
      <DocumentTitle words={t(`second-factor:step.${kind}.title`)} />
      <h1 className={classes.title}>{t(`second-factor:step.${kind}.title`)}</h1>
      <p className={`text-16 muted ${classes.lead}`}>{t(`second-factor:step.${kind}.lead`)}</p>
      <CodeForm
        key={kind}
        kind={kind}
        label={t(`second-factor:step.${kind}.label`)}
        submit={t('second-factor:step.submit')}
        send={send}
        way={(error) => (isOver(error) ? <StartAgain onAgain={onAgain} /> : null)}
        autoFocus
        block
      >
        <div className="cluster justify-center gap-8 above-8">
          <Button variant="plain" onClick={() => setKind(other)}>
            {t(`second-factor:step.${other}.instead`)}
          </Button>
          <StartAgain onAgain={onAgain} />
        </div>
      </CodeForm>
    </>
  )
}

function SetUp({ step, remember, onEntered, onAgain }: SecondFactorStepProps) {
  const { t } = useTranslation('second-factor')
  const [entered, setEntered] = useState<Entered>()
  return (
    <>
      <DocumentTitle words={t('second-factor:setUp.title')} />
      <Enrol
        begin={() => beginSetUp(step.challenge)}
        confirm={async (code) => {
          const { recoveryCodes, ...session } = await finishSetUp(step.challenge, code)
          // Kept back until the codes are: signing in leaves this page.
          setEntered(session)
          return recoveryCodes
        }}
        onDone={() => {
          if (entered) void enter(entered.token, entered.user, remember).then(onEntered)
        }}
        way={(error) => (isOver(error) ? <StartAgain onAgain={onAgain} /> : null)}
        codesAs="h1"
        intro={
          <div>
            <h1 className={classes.title}>{t('second-factor:setUp.title')}</h1>
            <p className={`text-16 muted ${classes.lead}`}>{t('second-factor:setUp.lead')}</p>
          </div>
        }
        beside={<StartAgain onAgain={onAgain} />}
      />
    </>
  )
}

function StartAgain({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('second-factor')
  return (
    <Button variant="plain" onClick={onAgain}>
      {t('second-factor:step.again')}
    </Button>
  )
}
