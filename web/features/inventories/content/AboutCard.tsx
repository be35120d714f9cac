import { useTranslation } from 'react-i18next'
import type { VersionContent } from '#contract/definitions.ts'
import { formatDuration, formatNumber } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from '../inventories.module.css'

/** The main facts of the test, in a few lines. */
export function AboutCard({ content }: { content: VersionContent }) {
  const { t, i18n } = useTranslation()
  const { layout, timeLimitSeconds, participantReport, simulated, notices, figureCount } = content
  const facts: readonly (readonly [string, string])[] = [
    [t('inventories:about.kind'), t(`inventories:layout.${layout}`)],
    [
      t('inventories:about.limit'),
      timeLimitSeconds === null
        ? t('inventories:about.untimed')
        : formatDuration(timeLimitSeconds, i18n.language),
    ],
    [
      t('inventories:about.report'),
      t(participantReport ? 'inventories:about.participant' : 'inventories:about.managers'),
    ],
    [
      t('inventories:about.notices'),
      notices.map(({ kind, title }) => `${title} (${t(`inventories:notice.${kind}`)})`).join(', ') || '–',
    ],
    [t('inventories:about.figures'), formatNumber(figureCount, i18n.language)],
  ]
  return (
    <Card>
      <CardHeader title={t('inventories:about.title', { number: content.version })} />
      <CardBody className="stack gap-12">
        <p dir="auto">{content.description}</p>
        <dl className={`stack ${classes.facts}`}>
          {facts.map(([term, words]) => (
            <div key={term}>
              <dt className="text-13 faint">{term}</dt>
              <dd className="breakable" dir="auto">
                {words}
              </dd>
            </div>
          ))}
        </dl>
        {simulated ? <p className="meta">{t('inventories:about.simulated')}</p> : null}
      </CardBody>
    </Card>
  )
}
