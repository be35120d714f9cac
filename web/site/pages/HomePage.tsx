import {
  IconArrowRight,
  IconCheck,
  IconDeviceMobileMessage,
  IconEraser,
  IconEyeCheck,
  IconFileCheck,
  IconScale,
} from '@tabler/icons-react'
import { addresses } from '#contract/pages.ts'
import { OddOneFigure, ShiftFigure, TableFigure, TalkFigure } from '../parts/drawings.tsx'
import { HowItWorks } from '../parts/HowItWorks.tsx'
import { PageLink } from '../parts/Link.tsx'
import { Stage } from '../parts/Stage.tsx'
import { Talk } from '../parts/Talk.tsx'
import { categoryOf, useSample } from '../sample.ts'
import { useWords } from '../words.ts'

/** The competencies that MYT measures, by the categories of its report, with the drawing of each. */
export const competencies = [
  { key: 'solving', category: 'problem_cozme_ve_analitik_dusunme', Figure: TableFigure },
  { key: 'attention', category: 'dikkat_ve_algilama_becerisi', Figure: OddOneFigure },
  { key: 'planning', category: 'planlama_ve_uyum', Figure: ShiftFigure },
  { key: 'communication', category: 'iletisim_ve_degerler', Figure: TalkFigure },
] as const

const promises = [
  { key: 'consent', Icon: IconFileCheck },
  { key: 'readers', Icon: IconEyeCheck },
  { key: 'decision', Icon: IconScale },
  { key: 'erasure', Icon: IconEraser },
] as const

export function HomePage() {
  return (
    <>
      <Hero />
      <Competencies />
      <HowItWorks />
      <Readers />
      <Prices />
      <Promises />
      <Talk />
    </>
  )
}

function Hero() {
  const { t } = useWords()
  return (
    <div className="stack align-center wrap hero">
      <div>
        <h1>{t('publicHome:hero.title')}</h1>
        <p className="lead">{t('publicHome:hero.lead')}</p>
        <div className="cta">
          <a href={addresses.signUp} className="btn solid big when-out">
            {t('public:nav.signUp')}
          </a>
          <PageLink to="competencies" part="ornek" className="btn big">
            {t('publicHome:hero.sample')}
          </PageLink>
        </div>
        <p className="row gap-10 text-14 muted aside">
          <IconDeviceMobileMessage className="faint" size={20} stroke={1.75} aria-hidden />
          <span>{t('publicHome:hero.invited')}</span>
        </p>
      </div>
      <Stage />
    </div>
  )
}

function Competencies() {
  const { t } = useWords()
  const sample = useSample()
  return (
    <section className="part" id="yetkinlikler">
      <div className="wrap">
        <h2>{t('publicHome:measured.title')}</h2>
        <p className="sub">{t('publicHome:measured.lead')}</p>
        <div className="stack gap-24 four">
          {competencies.map(({ key, category, Figure }) => (
            <div key={key} className="competency">
              <div className="figure">
                <Figure />
              </div>
              <h3 className="text-16">{categoryOf(sample, category).name}</h3>
              <ul className="above-8">
                {categoryOf(sample, category).rows.map((scale) => (
                  <li className="muted ruled-top" key={scale.key}>
                    {scale.name}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="stack surface rounded-lg edged tests">
          {(['ayt', 'english', 'scl90'] as const).map((test) => (
            <div key={test}>
              <h3 className="cluster split align-baseline text-16">
                {t(`publicHome:test.${test}.name`)}{' '}
                <span className="regular faint num">{t(`publicHome:test.${test}.size`)}</span>
              </h3>
              <p>{t(`publicHome:test.${test}.text`)}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function Readers() {
  const { t } = useWords()
  return (
    <section className="part">
      <div className="wrap">
        <h2>{t('publicHome:audience.title')}</h2>
        <div className="stack audience">
          {(['person', 'manager', 'plant'] as const).map((who) => (
            <div key={who}>
              <h3 className="text-20">{t(`publicHome:audience.${who}.title`)}</h3>
              <p className="muted pretty">{t(`publicHome:audience.${who}.text`)}</p>
              <ul className="checks">
                {(['first', 'second', 'third'] as const).map((line) => (
                  <li className="flex gap-10" key={line}>
                    <IconCheck size={20} stroke={1.75} aria-hidden />
                    {t(`publicHome:audience.${who}.${line}`)}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

/** An installation's prices are its own and may be missing: a visitor signs up and sees them, or asks. */
function Prices() {
  const { t } = useWords()
  return (
    <section className="part prices" id="fiyat">
      <div className="wrap">
        <h2>{t('publicHome:prices.title')}</h2>
        <p className="sub">{t('publicHome:prices.lead')}</p>
        <ul className="above-16 checks">
          {(['unit', 'volume', 'returned'] as const).map((line) => (
            <li className="flex gap-10" key={line}>
              <IconCheck size={20} stroke={1.75} aria-hidden />
              {t(`publicHome:prices.${line}`)}
            </li>
          ))}
        </ul>
        <div className="cta">
          <PageLink to="contact" part="about=quota" className="btn solid big">
            {t('publicHome:prices.ask')}
          </PageLink>
          <a href={addresses.signUp} className="btn big when-out">
            {t('public:nav.signUp')}
          </a>
        </div>
      </div>
    </section>
  )
}

function Promises() {
  const { t } = useWords()
  return (
    <section className="part trust" id="kvkk">
      <div className="stack align-start wrap">
        <div>
          <h2>{t('publicHome:trust.title')}</h2>
          <p className="sub">{t('publicHome:trust.lead')}</p>
          <PageLink to="privacy" className="inline-row gap-8 above-16 touch-height link">
            {t('publicHome:trust.link')}
            <IconArrowRight size={18} stroke={1.75} className="flip" aria-hidden />
          </PageLink>
        </div>
        <div className="stack promises">
          {promises.map(({ key, Icon }) => (
            <div key={key}>
              <Icon className="ink-primary" size={24} stroke={1.75} aria-hidden />
              <h3 className="text-16">{t(`publicHome:trust.${key}.title`)}</h3>
              <p className="muted pretty">{t(`publicHome:trust.${key}.text`)}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
