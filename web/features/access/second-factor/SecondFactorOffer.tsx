import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { declineSecondFactor, getSecondFactor } from '#contract/second-factor.ts'
import { api } from '../../../app/api.ts'
import { secondFactorPath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './SecondFactorOffer.module.css'
import { statusKey } from './statusKey.ts'

/** Offers an operator a second step, until they set it up or decline. */
export default function SecondFactorOffer() {
  const { t } = useTranslation()

  const { data } = useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => api(getSecondFactor, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const declining = useAction(declineSecondFactor)
  if (!data?.offered) return null
  return (
    <section
      className={`row wraps text-14 well ruled-bottom ${classes.root}`}
      aria-label={t('second-factor:offer.label')}
    >
      <IconShieldLock size={20} stroke={1.75} aria-hidden className="rigid muted" />
      <p className={`breakable ${classes.words}`}>{t('second-factor:offer.text')}</p>
      <Button size="sm" component={Link} to={secondFactorPath()}>
        {t('second-factor:offer.setUp')}
      </Button>
      <Button size="sm" variant="plain" loading={declining.isPending} onClick={() => declining.mutate({})}>
        {t('second-factor:offer.decline')}
      </Button>
    </section>
  )
}
