import { PageTop } from '../parts/PageTop.tsx'
import { EvenScales } from '../parts/scenes.tsx'
import { Talk } from '../parts/Talk.tsx'
import { useWords } from '../words.ts'

export function AboutPage() {
  const { t } = useWords()
  return (
    <>
      <PageTop title={t('publicAbout:title')} lead={t('publicAbout:lead')} art={<EvenScales />} />
      <section className="part">
        <div className="wrap">
          <h2>{t('publicAbout:principles')}</h2>
          <ol className="stack principles">
            {(['same', 'plain', 'safe', 'human'] as const).map((key, at) => (
              <li key={key}>
                <span className="faint num" aria-hidden="true">
                  {at + 1}
                </span>
                <h3 className="text-20">{t(`publicAbout:principle.${key}.title`)}</h3>
                <p>{t(`publicAbout:principle.${key}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="part how">
        <div className="stack wrap two">
          <div>
            <h2>{t('publicAbout:tests.title')}</h2>
            <p className="sub">{t('publicAbout:tests.first')}</p>
            <p className="sub">{t('publicAbout:tests.second')}</p>
          </div>
          <div>
            <h2>{t('publicAbout:not.title')}</h2>
            <ul className="above-16 dashes">
              {(['diagnosis', 'decision', 'data', 'hidden'] as const).map((key) => (
                <li className="relative muted" key={key}>
                  {t(`publicAbout:not.${key}`)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <div className="gap" />
      <Talk />
    </>
  )
}
