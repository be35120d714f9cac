import { Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getSettings, type PlatformSettings, updateSettings } from '#contract/settings.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { secondFactorPath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../../access/second-factor/second-factor.module.css'

const queryKey = ['settings'] as const

/** Sets whether managers and above have to sign in with two steps. Complete in itself. */
export default function SecurityPolicyCard() {
  const { t } = useTranslation('second-factor')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({
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
  const required = data?.requireSecondFactor === 'managers'

  return (
    <Card>
      <CardHeader
        title={t('second-factor:policy.title')}
        aside={
          data ? (
            <StatusWord
              tone={required ? 'done' : 'cancelled'}
              icon={required ? IconCircleCheck : IconCircleOff}
            >
              {required ? t('second-factor:policy.required') : t('second-factor:policy.free')}
            </StatusWord>
          ) : null
        }
      />
      <CardBody>
        {error ? (
          <Alert
            type="danger"
            duration={0}
            action={<Button onClick={() => void refetch()}>{t('ui:error.retry')}</Button>}
          >
            {errorMessage(error)}
          </Alert>
        ) : data ? (
          <div className={classes.part}>
            <p className={classes.words}>
              {required ? t('second-factor:policy.requiredText') : t('second-factor:policy.freeText')}
            </p>
            <Failure of={changing} action={lacksOwn(changing.error) ? <SetUpOwn /> : null} />
            {required ? (
              <Button loading={changing.isPending} onClick={() => change('none')}>
                {t('second-factor:policy.release')}
              </Button>
            ) : (
              <Button variant="solid" onClick={() => setAsking(true)}>
                {t('second-factor:policy.require')}
              </Button>
            )}
          </div>
        ) : (
          <Skeleton height={88} radius={8} />
        )}
      </CardBody>
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
    </Card>
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
