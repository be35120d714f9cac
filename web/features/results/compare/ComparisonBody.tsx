import { IconFileSpreadsheet, IconFileTypePdf, IconPlus, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Comparison, comparedPeople, comparePdf, compareXlsx, maxOnRadar } from '#contract/compare.ts'
import { type CompareTestView, compareView, type PersonMark } from '#report/compare.ts'
import { useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { usePurpose } from '../../assignments/PurposeDialog.tsx'
import { Chart } from '../reports/Chart.tsx'
import classes from './compare.module.css'
import { Badge, Conditions, Marks } from './People.tsx'
import { ScoreTable } from './ScoreTable.tsx'

interface Props {
  clientId: string
  comparison: Comparison
  /** The assignments in the address, with those that are left out. */
  ids: readonly string[]
  /** The people on the radar, as the address has them. */
  radar: readonly string[] | undefined
  crumbs: ReactNode
  onShow: (ids: readonly string[], radar?: readonly string[]) => void
  onAdd: () => void
}

/** A comparison: what differs reliably, how each person took the test, every score with its error. */
export function ComparisonBody({ clientId, comparison, ids, radar, crumbs, onShow, onAdd }: Props) {
  const { t } = useTranslation('compare')
  const [onlyReliable, setOnlyReliable] = useState(false)
  const lng = comparison.locale
  const view = compareView(
    comparison,
    { locale: lng, t: (key, variables) => t(key, { ...variables, lng }) },
    { radar },
  )
  const { people, notes, leftOut } = view
  const remove = ({ key }: PersonMark) => {
    // Those that are left out too, because an older result would take the newest one's place.
    const all = [...comparison.tests.flatMap(({ results }) => results), ...comparison.leftOut]
    const theirs = new Set(all.filter(({ userId }) => userId === key).map(({ assignmentId }) => assignmentId))
    onShow(
      ids.filter((id) => !theirs.has(id)),
      radar?.filter((id) => id !== key),
    )
  }
  return (
    <div className={`stack one-column gap-20 paged ${classes.page}`}>
      <style>{'@page { size: A4 landscape; margin: 12mm; }'}</style>
      <PageHeader
        lead={t('compare:lead')}
        crumbs={crumbs}
        actions={
          <>
            {people.length < comparedPeople.max ? (
              <Button className="no-print" icon={<IconPlus aria-hidden />} onClick={onAdd}>
                {t('compare:actions.add')}
              </Button>
            ) : null}
            {view.tests.length > 0 ? <Files clientId={clientId} ids={ids} radar={radar} /> : null}
          </>
        }
      />
      {notes.length > 0 || leftOut.number !== null ? (
        <Alert type="info" duration={0}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {leftOut.named.map((note) => (
            <p key={note} className="no-print">
              {note}
            </p>
          ))}
          {leftOut.number === null ? null : <p className={classes.printed}>{leftOut.number}</p>}
        </Alert>
      ) : null}
      {view.tests.map((test) => (
        <Card key={test.key} clip>
          <CardHeader title={test.title} aside={<span className="meta">{test.version}</span>} />
          <CardBody className="stack one-column gap-16">
            <Summary test={test} />
            <Conditions test={test} onRemove={people.length > 1 ? remove : undefined} />
            <div className="row split wraps gap-12">
              <Marks test={test} />
              <CheckboxField
                className="no-print"
                label={t('compare:onlyReliable')}
                checked={onlyReliable}
                onChange={(event) => setOnlyReliable(event.currentTarget.checked)}
              />
            </div>
          </CardBody>
          <ScoreTable test={test} heads={view.heads} onlyReliable={onlyReliable} />
          <Radar
            test={test}
            note={view.radarNote}
            onChoose={people.length > maxOnRadar ? (chosen) => onShow(ids, chosen) : undefined}
            chosen={radar ?? []}
          />
        </Card>
      ))}
      <Card>
        <CardHeader title={view.readTitle} />
        <CardBody>
          <ul className={classes.read}>
            {view.howToRead.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </CardBody>
      </Card>
    </div>
  )
}

function Files({ clientId, ids, radar }: Pick<Props, 'clientId' | 'ids' | 'radar'>) {
  const { t } = useTranslation('compare')
  const pdf = useDownload(comparePdf)
  const xlsx = useDownload(compareXlsx)
  const params = { clientId }
  const assignments = ids.join(',')
  const { ask, dialog } = usePurpose((kind: 'pdf' | 'xlsx', purpose) =>
    kind === 'pdf'
      ? pdf.mutate({ params, query: { assignments, purpose, ...(radar && { radar: radar.join(',') }) } })
      : xlsx.mutate({ params, query: { assignments, purpose } }),
  )
  return (
    <>
      <Button className="no-print" icon={<IconPrinter aria-hidden />} onClick={() => window.print()}>
        {t('compare:actions.print')}
      </Button>
      <Button
        className="no-print"
        icon={<IconFileSpreadsheet aria-hidden />}
        loading={xlsx.isPending}
        onClick={() => ask('xlsx')}
      >
        {t('compare:actions.xlsx')}
      </Button>
      <Button
        className="no-print"
        variant="solid"
        icon={<IconFileTypePdf aria-hidden />}
        loading={pdf.isPending}
        onClick={() => ask('pdf')}
      >
        {t('compare:actions.pdf')}
      </Button>
      {dialog}
    </>
  )
}

function Summary({ test }: { test: CompareTestView }) {
  return (
    <>
      {test.notice === '' ? null : <p className="text-13 muted pretty">{test.notice}</p>}
      <p className="text-16 pretty">
        {test.summary.map(({ text, strong }) =>
          strong ? <b key={text}>{text} </b> : <span key={text}>{text} </span>,
        )}
      </p>
    </>
  )
}

interface RadarProps {
  test: CompareTestView
  note: string
  chosen: readonly string[]
  /** Left out where everybody is on it. */
  onChoose: ((people: readonly string[]) => void) | undefined
}

/** The outlines of two or three people. Of more, those are drawn who were chosen. */
function Radar({ test, note, chosen, onChoose }: RadarProps) {
  const { t } = useTranslation('compare')
  const { radar, taken } = test
  if (radar === null && (onChoose === undefined || taken.length < 2)) return null
  return (
    <section className={`ruled-top ${radar === null ? 'no-print' : ''} ${classes.radar}`}>
      <div className="stack one-column content-start gap-12">
        <h3 className="text-16">{t('compare:radar.title')}</h3>
        {onChoose ? (
          <fieldset className="bare no-print">
            <legend className="text-13 muted">{t('compare:radar.choose')}</legend>
            {taken.map(({ person: { key, letter, name } }) => (
              <CheckboxField
                key={key}
                label={`${letter} ${name}`}
                checked={chosen.includes(key)}
                disabled={!chosen.includes(key) && chosen.length >= maxOnRadar}
                onChange={(event) =>
                  onChoose(
                    event.currentTarget.checked ? [...chosen, key] : chosen.filter((one) => one !== key),
                  )
                }
              />
            ))}
          </fieldset>
        ) : null}
        {radar === null ? (
          <p className="muted">{t('compare:radar.none')}</p>
        ) : (
          <>
            <ul className={`stack one-column gap-6 ${classes.lines}`}>
              {radar.people.map((person, line) => (
                <li key={person.key} className="row gap-8">
                  <i data-line={line + 1} aria-hidden />
                  <Badge person={person} />
                  <span className="min-0 breakable">{person.name}</span>
                </li>
              ))}
            </ul>
            <p className="text-13 muted pretty">{note}</p>
          </>
        )}
      </div>
      {radar === null ? null : (
        <div className={classes.drawing}>
          <Chart picture={radar} />
        </div>
      )}
    </section>
  )
}
