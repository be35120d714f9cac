import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureWords } from '../../../app/failures.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { QrCode } from '../../../ui/qr/QrCode.tsx'
import { CodeForm } from './CodeForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './second-factor.module.css'
import type { Enrolment } from './secondStep.ts'

interface EnrolProps {
  begin: () => Promise<Enrolment>
  /** Turns it on; gives the recovery codes. */
  confirm: (code: string) => Promise<readonly string[]>
  /** The codes were kept. */
  onDone: () => void
  /** The way on when a failure leaves nothing to type. */
  way?: (error: Error) => ReactNode
  /** Shown above the steps until the codes are shown. */
  intro?: ReactNode
  codesAs: 'h1' | 'h3'
  /** The way out, beside the button. */
  beside: ReactNode
}

/** Sets the app up: scan or type, confirm with a first code, keep the recovery codes. */
export function Enrol({ begin, confirm, onDone, way, intro, codesAs, beside }: EnrolProps) {
  const { t } = useTranslation('second-factor')
  const failureWords = useFailureWords()
  const [codes, setCodes] = useState<readonly string[]>()
  // A secret is good for one enrolment: never kept, never fetched again behind the person's back.
  const begun = useQuery({
    queryKey: ['second-factor', 'enrolment'],
    queryFn: begin,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  if (codes) return <RecoveryCodes codes={codes} as={codesAs} onKept={onDone} />
  return (
    <div className={classes.part}>
      {intro}
      {begun.isError ? (
        <Alert
          type="danger"
          duration={0}
          action={
            way?.(begun.error) ?? <Button onClick={() => void begun.refetch()}>{t('ui:error.retry')}</Button>
          }
        >
          {failureWords(begun.error)}
        </Alert>
      ) : null}
      {begun.isError ? (
        beside
      ) : (
        <>
          <ol className={`stack gap-8 muted ${classes.steps}`}>
            <li>{t('second-factor:enrol.app')}</li>
            <li>{t('second-factor:enrol.scan')}</li>
          </ol>
          {begun.data ? <Secret {...begun.data} /> : <Skeleton height={220} radius={12} />}
          <CodeForm
            kind="app"
            label={t('second-factor:enrol.code')}
            help={t('second-factor:enrol.codeHelp')}
            submit={t('second-factor:enrol.confirm')}
            send={async (code) => setCodes(await confirm(code))}
            {...(way && { way })}
            beside={beside}
          />
        </>
      )}
    </div>
  )
}

function Secret({ secret, uri }: Enrolment) {
  const { t } = useTranslation('second-factor')
  return (
    <div className="row wraps gap-20">
      <QrCode value={uri} label={t('second-factor:enrol.qr')} />
      <div className={`stack items-start min-0 gap-12 ${classes.typed}`}>
        <p className="muted">{t('second-factor:enrol.type')}</p>
        <bdi className="text-16 semibold num breakable">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</bdi>
        <CopyButton size="md" value={secret} label={t('second-factor:enrol.copy')} />
      </div>
    </div>
  )
}
