import { useTranslation } from 'react-i18next'
import classes from './ScalesArt.module.css'

/** The ends of a scale's bar and the place of its group, in the drawing's own pixels. */
const bars = [
  { key: 'solving', width: 130, group: 128 },
  { key: 'attention', width: 152, group: 150 },
  { key: 'planning', width: 120, group: 130 },
  { key: 'communication', width: 108, group: 133 },
] as const

const options = [
  { label: '24', top: 84, chosen: false },
  { label: '36', top: 114, chosen: true },
  { label: '48', top: 144, chosen: false },
] as const

/** A pair of scales: in one pan a question, in the other the report. */
export function ScalesArt() {
  const { t } = useTranslation()
  return (
    <svg
      className={`full-width ${classes.art}`}
      viewBox="0 0 520 420"
      role="img"
      aria-label={t('common:art.label')}
    >
      <path d="M120 40H400M260 40V404" className={classes.beam} />
      <path d="M120 44L32 176M120 44L208 176M400 44L312 176M400 44L488 176" className={classes.string} />
      <circle cx="120" cy="40" r="7" className={classes.knot} />
      <circle cx="400" cy="40" r="7" className={classes.knot} />
      <QuestionPan />
      <ReportPan />
    </svg>
  )
}

function QuestionPan() {
  const { t } = useTranslation()
  return (
    <g transform="translate(16 170)">
      <rect x=".75" y=".75" width="206" height="178" rx="14" className={classes.paper} />
      <rect x="18" y="20" width="172" height="6" rx="3" className={classes.track} />
      <rect x="18" y="20" width="52" height="6" rx="3" className={classes.fill} />
      <text x="18" y="53" className={classes.question}>
        {t('common:art.question1')}
      </text>
      <text x="18" y="71" className={classes.question}>
        {t('common:art.question2')}
      </text>
      {options.map(({ label, top, chosen }) => (
        <g key={label} data-chosen={chosen || undefined} className={classes.option}>
          <rect x="18.75" y={top} width="170" height="24" rx="7" />
          <circle cx="34" cy={top + 12} r="5" />
          <text x="48" y={top + 16.5}>
            {label}
          </text>
        </g>
      ))}
    </g>
  )
}

function ReportPan() {
  const { t } = useTranslation()
  return (
    <g transform="translate(296 170)">
      <rect x=".75" y=".75" width="206" height="178" rx="14" className={classes.paper} />
      {bars.map(({ key, width, group }, index) => (
        <g key={key} transform={`translate(0 ${index * 40})`}>
          <text x="18" y="30" className={classes.scale}>
            {t(`common:art.${key}`)}
          </text>
          <rect x="18" y="36" width="170" height="7" rx="3.5" className={classes.track} />
          <rect x="18" y="36" width={width} height="7" rx="3.5" className={classes.fill} />
          <rect x={group} y="33" width="2" height="13" rx="1" className={classes.group} />
        </g>
      ))}
    </g>
  )
}
