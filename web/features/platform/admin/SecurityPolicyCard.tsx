import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getSettings, type PlatformSettings, updateSettings } from '#contract/settings.ts'
import { api } from '../../../app/api.ts'
import { ApiError } from '../../../app/apiError.ts'
import { secondFactorPath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { StatusCard } from '../../access/second-factor/StatusCard.tsx'
import classes from '../../access/second-factor/second-factor.module.css'

const queryKey = ['settings'] as const

const isRequired = ({ requireSecondFactor }: PlatformSettings) => requireSecondFactor === 'managers'

/** Sets whether managers and above have to sign in with two steps. Complete in itself. */
export default function SecurityPolicyCard() {
  const { t } = useTranslation('second-factor')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(getSettings, { signal }),
  })
  const changing = useAction(updateSettings, { done: t('second-factor:policy.saved'), inline: true })
  const change = (requireSecondFactor: PlatformSettings['requireSecondFactor']) =>
    changing.mutate(
      { body: { requireSecondFactor } },
      {
        onSuccess: (settings) => queries.setQueryData(queryKey, settings),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <StatusCard
        title={t('second-factor:policy.title')}
        of={settings}
        isOn={isRequired}
        on={t('second-factor:policy.required')}
        off={t('second-factor:policy.free')}
      >
        {(data) => (
          <div className={classes.part}>
            <p className={classes.words}>
              {isRequired(data) ? t('second-factor:policy.requiredText') : t('second-factor:policy.freeText')}
            </p>
            <Failure of={changing} action={lacksOwn(changing.error) ? <SetUpOwn /> : null} />
            {isRequired(data) ? (
              <Button loading={changing.isPending} onClick={() => change('none')}>
                {t('second-factor:policy.release')}
              </Button>
            ) : (
              <Button variant="solid" onClick={() => setAsking(true)}>
                {t('second-factor:policy.require')}
              </Button>
            )}
          </div>
        )}
      </StatusCard>
      <ConfirmDialog
        opened={asking}
        title={t('second-factor:policy.ask')}
        consequence={t('second-factor:policy.consequence')}
        confirmLabel={t('second-factor:policy.require')}
        danger={false}
        busy={changing.isPending}
        onConfirm={() => change('managers')}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** A superuser who requires it must have it, too. */
const lacksOwn = (error: Error | null) => error instanceof ApiError && error.code === 'second_factor_missing'

function SetUpOwn() {
  const { t } = useTranslation('second-factor')
  return (
    <Button component={Link} to={secondFactorPath()}>
      {t('second-factor:policy.setUpOwn')}
    </Button>
  )
}
