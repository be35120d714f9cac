import {
  IconBuildingFactory2,
  IconClipboardText,
  IconFileCheck,
  IconLanguage,
  IconReceipt,
  IconTableExport,
} from '@tabler/icons-react'
import { PageTop } from '../parts/PageTop.tsx'
import { ServiceScene } from '../parts/scenes.tsx'
import { Talk } from '../parts/Talk.tsx'
import { useWords } from '../words.ts'

const services = [
  { key: 'hiring', Icon: IconBuildingFactory2 },
  { key: 'reports', Icon: IconClipboardText },
  { key: 'english', Icon: IconLanguage },
  { key: 'lists', Icon: IconTableExport },
  { key: 'quota', Icon: IconReceipt },
  { key: 'law', Icon: IconFileCheck },
] as const

export function ServicesPage() {
  const { t } = useWords()
  return (
    <>
      <PageTop title={t('publicServices:title')} lead={t('publicServices:lead')} art={<ServiceScene />} />
      <section className="part">
        <div className="wrap">
          <h2>{t('publicServices:what')}</h2>
          <div className="stack edged clip services">
            {services.map(({ key, Icon }) => (
              <div key={key}>
                <Icon className="ink-primary" size={28} stroke={1.5} aria-hidden />
                <h3 className="text-18">{t(`publicServices:service.${key}.title`)}</h3>
                <p>{t(`publicServices:service.${key}.text`)}</p>
              </div>
            ))}
          </div>
        </div>
      </section>
      <section className="part how">
        <div className="wrap">
          <h2>{t('publicServices:start.title')}</h2>
          <ol className="stack starts">
            {(['write', 'account', 'quota', 'invite'] as const).map((key, at) => (
              <li key={key}>
                <h3>
                  <span>{at + 1}</span>
                  {t(`publicServices:start.${key}.title`)}
                </h3>
                <p>{t(`publicServices:start.${key}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <div className="gap" />
      <Talk />
    </>
  )
}
