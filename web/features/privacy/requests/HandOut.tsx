import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import { handOutData, handOutDataPdf, type PersonRequest } from '#contract/requests.ts'
import { useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './requests.module.css'

/** The person's data to hand over, once their request to see it was accepted at the desk; or that nobody needs to. */
export function HandOut({
  request: { id, kind, decision, downloadsThemselves, dataUntil },
}: {
  request: PersonRequest
}) {
  const { t, i18n } = useTranslation()
  const files = { json: useDownload(handOutData), pdf: useDownload(handOutDataPdf) }
  if (kind !== 'access' || decision === 'refused') return null
  if (downloadsThemselves) return <p className="muted">{t('requests:dialog.data.themselves')}</p>
  if (dataUntil === null) return null
  return (
    <section aria-labelledby="data-of-person" className={`stack ${classes.data}`}>
      <h4 id="data-of-person">{t('requests:dialog.data.title')}</h4>
      <p>{t('requests:dialog.data.text', { day: formatDay(dataUntil, i18n.language) })}</p>
      <div className={classes.actions}>
        {(['pdf', 'json'] as const).map((end) => (
          <Button
            key={end}
            icon={<IconDownload aria-hidden />}
            loading={files[end].isPending}
            onClick={() => files[end].mutate({ params: { requestId: id }, query: {} })}
          >
            {t(`requests:dialog.data.${end}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
