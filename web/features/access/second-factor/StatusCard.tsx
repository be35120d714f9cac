import { Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../../app/apiError.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from './second-factor.module.css'

interface StatusCardProps<Data> {
  id?: string
  title: string
  of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  isOn: (data: Data) => boolean
  /** The words for both states. */
  on: string
  off: string
  children: (data: Data) => ReactNode
}

/** A setting that is on or off, with its state beside its title. */
export function StatusCard<Data>({ id, title, of, isOn, on, off, children }: StatusCardProps<Data>) {
  const { t } = useTranslation()
  const { data, error, refetch } = of
  return (
    <Card id={id} className={classes.card}>
      <CardHeader
        title={title}
        aside={
          data ? (
            <StatusWord
              tone={isOn(data) ? 'done' : 'cancelled'}
              icon={isOn(data) ? IconCircleCheck : IconCircleOff}
            >
              {isOn(data) ? on : off}
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
          children(data)
        ) : (
          <Skeleton height={88} radius={8} />
        )}
      </CardBody>
    </Card>
  )
}
