import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from './Alert.tsx'

/** Why something failed, in words. */
export interface Problem {
  title?: string | undefined
  text: string
  /** The id that support asks for. */
  requestId?: string | undefined
}

interface FailureProps {
  /** An action or a form. */
  of: { readonly problem: Problem | null }
  /** A way out of it. */
  action?: ReactNode
  /** Further words. */
  children?: ReactNode
}

/** The last failure of an action or a form, until it is tried again. */
export function Failure({ of: { problem }, action, children }: FailureProps) {
  const { t } = useTranslation()
  if (problem === null) return null
  return (
    <Alert type="danger" duration={0} title={problem.title} action={action}>
      {problem.text}
      {problem.requestId ? (
        <>
          {' '}
          {t('ui:error.pass')} <bdi className="num">{problem.requestId}</bdi>
        </>
      ) : null}
      {children}
    </Alert>
  )
}
