import { IconMessageQuestion } from '@tabler/icons-react'
import { useWords } from '../words.ts'
import { ScoreBar } from './ScoreBar.tsx'
import { categories, Legend } from './Stage.tsx'

const scales = [
  { key: 'complex', score: 63 },
  { key: 'duty', score: 56 },
  { key: 'simple', score: 49 },
  { key: 'temper', score: 38 },
] as const

const bandOf = (score: number) =>
  score >= 60
    ? 'strong'
    : score >= 55
      ? 'above'
      : score >= 45
        ? 'expected'
        : score >= 40
          ? 'below'
          : 'priority'

/** How a report reads, with a person who exists nowhere else: categories, some scales in words, questions. */
export function SampleReport() {
  const { t } = useWords()
  return (
    <div className="sample">
      <div className="sample-head">
        <span className="ava">MY</span>
        <div>
          <b>{t('publicHome:stage.person')}</b>
          <span className="meta">{t('publicHome:stage.facts')}</span>
        </div>
        <span className="pill">{t('publicHome:stage.sample')}</span>
      </div>
      <div className="sample-part">
        <h3>{t('publicCompetencies:sample.categories')}</h3>
        {categories.map(({ key, value, group }) => (
          <ScoreBar key={key} name={t(`publicHome:category.${key}`)} value={value} group={group} />
        ))}
        <Legend />
      </div>
      <div className="sample-part">
        <h3>{t('publicCompetencies:sample.scales')}</h3>
        <ul className="lanes">
          {scales.map(({ key, score }) => (
            <li key={key}>
              <span>{t(`publicHome:scale.${key}`)}</span>
              <Lane score={score} />
              <b className={`band-${bandOf(score)}`}>{t(`publicCompetencies:band.${bandOf(score)}`)}</b>
            </li>
          ))}
        </ul>
      </div>
      <div className="sample-part">
        <h3>{t('publicCompetencies:sample.questions')}</h3>
        <p className="ask">
          <IconMessageQuestion size={20} stroke={1.75} aria-hidden />
          <span>{t('publicCompetencies:sample.question')}</span>
        </p>
      </div>
    </div>
  )
}

/** A T score between 20 and 80; the darker range is what is expected. */
function Lane({ score }: { score: number }) {
  const at = ((score - 20) / 60) * 100
  return (
    <svg className="lane" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect y="5" width="100" height="6" className="d-track" />
      <rect x="41.7" y="5" width="16.6" height="6" className="lane-range" />
      <path d={`M${at} 0V16`} className="lane-dot" />
    </svg>
  )
}
