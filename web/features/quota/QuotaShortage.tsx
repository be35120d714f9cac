import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../app/apiError.ts'
import type { Shortage } from '../../app/paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { BuyQuota } from './BuyQuota.tsx'
import classes from './quota.module.css'

interface QuotaShortageProps {
  /** True if a call was refused for it; false if only the next one will be. */
  refused: boolean
  /** The server's refusal: names each test and how many are missing. */
  error?: Error | null
  /** The same, where the page knows it before anything was refused. */
  shortages?: readonly Shortage[]
  /** The consequences here. */
  children?: ReactNode
  /** The way back to where less can be asked for. */
  goBack: (words: string) => ReactNode
}

/** The way back where it is no other page: out of a dialog, to an earlier step. */
export function GoBack({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <button type="button" className="plain-button medium no-padding link" onClick={onClick}>
      {words}
    </button>
  )
}

/** The quota is not enough: the standard message, with both ways to continue. */
export function QuotaShortage({ refused, error, shortages, children, goBack }: QuotaShortageProps) {
  const { t } = useTranslation()
  return (
    <Alert type={refused ? 'danger' : 'warning'} title={t('common:quota.insufficient')} duration={0}>
      {refused ? t('common:quota.exceeded') : null} {children}
      <span className={`cluster above-4 ${classes.ways}`}>
        <BuyQuota words={t('common:quota.purchaseMore')} shortages={shortagesOf(error) ?? shortages ?? []} />
        {goBack(t('common:quota.goBack'))}
      </span>
    </Alert>
  )
}

const short = z.object({ code: z.string(), needed: z.number(), left: z.number() })

/** The tests that a refusal names. */
function shortagesOf(error: Error | null | undefined): Shortage[] | undefined {
  const named =
    error instanceof ApiError ? z.array(short).safeParse(error.problem.inventories).data : undefined
  return named?.map(({ code, needed, left }) => ({ test: code, missing: needed - left }))
}
