import { PageTop } from '../parts/PageTop.tsx'
import { SampleReport } from '../parts/SampleReport.tsx'
import { LevelScene, MatrixScene, ProfileScene } from '../parts/scenes.tsx'
import { Talk } from '../parts/Talk.tsx'
import { categoryOf, useSample } from '../sample.ts'
import { useWords } from '../words.ts'
import { competencies } from './HomePage.tsx'

/** Describes what is measured, scale by scale, and how a report shows it. */
export function CompetenciesPage() {
  const { t } = useWords()
  const sample = useSample()
  return (
    <>
      <PageTop
        title={t('publicCompetencies:title')}
        lead={t('publicCompetencies:lead')}
        art={<ProfileScene />}
      />
      {competencies.map(({ key, category, Figure }) => (
        <section key={key} className="part" id={key}>
          <div className="stack wrap scales">
            <div>
              <div className="figure">
                <Figure />
              </div>
              <h2>{categoryOf(sample, category).name}</h2>
              <p className="sub">{t(`publicCompetencies:category.${key}`)}</p>
            </div>
            <dl>
              {categoryOf(sample, category).rows.map((scale) => (
                <div key={scale.key}>
                  <dt className="semibold">{scale.name}</dt>
                  <dd className="muted">{t(`publicCompetencies:scale.${scale.key}`)}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      ))}
      <OtherTests />
      <section className="part" id="ornek">
        <div className="wrap">
          <h2>{t('publicCompetencies:sample.title')}</h2>
          <p className="sub">{t('publicCompetencies:sample.lead')}</p>
          <SampleReport />
        </div>
      </section>
      <Talk />
    </>
  )
}

function OtherTests() {
  const { t } = useWords()
  return (
    <section className="part how">
      <div className="wrap">
        <h2>{t('publicCompetencies:others')}</h2>
        <div className="stack other-tests">
          <div>
            <div className="figure">
              <MatrixScene />
            </div>
            <h3>{t('publicHome:test.ayt.name')}</h3>
            <p>{t('publicCompetencies:ayt')}</p>
          </div>
          <div>
            <div className="figure">
              <LevelScene />
            </div>
            <h3>{t('publicHome:test.english.name')}</h3>
            <p>{t('publicCompetencies:english')}</p>
          </div>
          <div className="surface rounded-lg edged words-only">
            <h3>{t('publicHome:test.scl90.name')}</h3>
            <p>{t('publicCompetencies:scl90')}</p>
          </div>
        </div>
      </div>
    </section>
  )
}
