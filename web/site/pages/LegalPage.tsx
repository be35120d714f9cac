import { PageLink } from '../parts/Link.tsx'
import { Prose } from '../parts/Prose.tsx'
import { useWords } from '../words.ts'

interface LegalPageProps {
  words: 'publicTerms' | 'publicPrivacy'
  sections: readonly string[]
}

/** A long text with its contents beside it. */
function LegalPage({ words, sections }: LegalPageProps) {
  const { t } = useWords()
  return (
    <div className="wrap legal">
      <header>
        <h1>{t(`${words}:title`)}</h1>
        <p className="meta">{t(`${words}:updated`)}</p>
        <p className="lead">{t(`${words}:lead`)}</p>
      </header>
      <nav aria-label={t('public:contents')}>
        <ol>
          {sections.map((section) => (
            <li key={section}>
              <a href={`#${section}`}>{t(`${words}:${section}.title`)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {sections.map((section) => (
          <section key={section} id={section}>
            <h2>{t(`${words}:${section}.title`)}</h2>
            <Prose text={t(`${words}:${section}.text`)} />
            {section === 'operator' ? <Operator /> : null}
          </section>
        ))}
        <p>
          <PageLink to="contact" className="link">
            {t('public:legal.ask')}
          </PageLink>
        </p>
      </div>
    </div>
  )
}

/** The operator of this installation: the server writes its configuration into these places. */
function Operator() {
  const { t } = useWords()
  return (
    <dl className="operator">
      <dt>{t('public:operator.name')}</dt>
      <dd>%OPERATOR_NAME%</dd>
      <dt>{t('public:operator.address')}</dt>
      <dd>%OPERATOR_ADDRESS%</dd>
      <dt>{t('public:operator.registry')}</dt>
      <dd>%OPERATOR_REGISTRY%</dd>
    </dl>
  )
}

export const TermsPage = () => (
  <LegalPage
    words="publicTerms"
    sections={[
      'operator',
      'service',
      'account',
      'duties',
      'results',
      'quota',
      'content',
      'availability',
      'liability',
      'end',
      'law',
    ]}
  />
)

export const PrivacyPage = () => (
  <LegalPage
    words="publicPrivacy"
    sections={[
      'short',
      'operator',
      'roles',
      'data',
      'purposes',
      'health',
      'readers',
      'decisions',
      'abroad',
      'keeping',
      'security',
      'device',
      'rights',
      'changes',
    ]}
  />
)
