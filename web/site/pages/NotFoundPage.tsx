import { EmptyScales } from '../parts/drawings.tsx'
import { PageLink } from '../parts/Link.tsx'
import { useWords } from '../words.ts'

export function NotFoundPage() {
  const { t } = useWords()
  return (
    <div className="stack items-center gap-12 text-center wrap dead-end">
      <EmptyScales />
      <h1>{t('publicNotFound:title')}</h1>
      <p className="lead">{t('publicNotFound:subtitle')}</p>
      <p>{t('publicNotFound:text')}</p>
      <PageLink to="home" className="above-16 btn solid big">
        {t('publicNotFound:home')}
      </PageLink>
    </div>
  )
}
