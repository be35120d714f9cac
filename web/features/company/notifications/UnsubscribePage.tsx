import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { openUnsubscribe, unsubscribe } from '#contract/notifications.ts'
import { api } from '../../../app/api.ts'
import { ApiError } from '../../../app/apiError.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { DeadEnd } from '../../access/auth/DeadEnd.tsx'

/** Stops mails for somebody who opened the link at their end, once they press the button: programs open links, too. */
export default function UnsubscribePage() {
  const { token = '' } = useParams()
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: ({ signal }) => api(openUnsubscribe, { body: { token }, signal }),
    retry: false,
  })
  const stopping = useAction(unsubscribe, {
    inline: true,
    reads: true,
    failed: t('notifications:stop.failed'),
  })
  const settings = (
    <Button component={Link} to={paths.notifications}>
      {t('notifications:stop.settings')}
    </Button>
  )
  if (error instanceof ApiError && error.code === 'unsubscribe_invalid')
    return (
      <DeadEnd title={t('notifications:stop.invalid')} actions={settings}>
        {t('notifications:stop.invalidText')}
      </DeadEnd>
    )
  if (error) return <LoadFailure of={{ error, refetch }} title={t('notifications:stop.failed')} />
  if (data === undefined) return <output aria-busy>{t('notifications:stop.loading')}</output>
  const { notification, client, active } = data
  if (!active || stopping.isSuccess)
    return (
      <DeadEnd title={t('notifications:stop.done')} actions={settings}>
        {t(`notifications:stop.text.${notification}`, { client })}
      </DeadEnd>
    )
  return (
    <DeadEnd
      title={t('notifications:stop.title')}
      actions={
        <>
          <Failure of={stopping} />
          <Button
            variant="solid"
            loading={stopping.isPending}
            onClick={() => stopping.mutate({ body: { token } })}
          >
            {t('notifications:stop.submit')}
          </Button>
        </>
      }
    >
      {t(`notifications:stop.ask.${notification}`, { client })}
    </DeadEnd>
  )
}
