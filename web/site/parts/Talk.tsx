import { useWords } from '../words.ts'
import { PageLink } from './Link.tsx'

/** The call to get in touch that ends most pages. */
export function Talk() {
  const { t } = useWords()
  return (
    <div className="wrap">
      <div className="row well edged talk">
        <div className="grow">
          <h2>{t('public:talk.title')}</h2>
          <p>{t('public:talk.text')}</p>
        </div>
        <PageLink to="contact" className="btn solid big">
          {t('public:nav.reachUs')}
        </PageLink>
      </div>
    </div>
  )
}
