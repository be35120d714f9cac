import { PageLink } from '../parts/Link.tsx'
import { useWords } from '../words.ts'

interface LegalPageProps {
  words: 'publicTerms' | 'publicPrivacy'
  sections: readonly string[]
}

/** A long text with its contents beside it. */
function LegalPage({ words, sections }: LegalPageProps) {
  const { t } = useWords()
  return (
    <div className="stack wrap legal">
      <header>
        <h1>{t(`${words}:title`)}</h1>
        <p className="meta">{t(`${words}:updated`)}</p>
        <p className="lead">{t(`${words}:lead`)}</p>
      </header>
      <nav className="text-14 muted" aria-label={t('public:contents')}>
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
            <h2 className="text-24">{t(`${words}:${section}.title`)}</h2>
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
    <dl className="stack above-16 rounded-lg edged operator">
      <dt className="faint">{t('public:operator.name')}</dt>
      <dd className="breakable">%OPERATOR_NAME%</dd>
      <dt className="faint">{t('public:operator.address')}</dt>
      <dd className="breakable">%OPERATOR_ADDRESS%</dd>
      <dt className="faint">{t('public:operator.registry')}</dt>
      <dd className="breakable">%OPERATOR_REGISTRY%</dd>
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

/** Text as the locale files hold it: paragraphs between empty lines, lists of lines that begin with a dash. */
function Prose({ text }: { text: string }) {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    const items = lines.filter((line) => line.startsWith('- '))
    const words = lines.filter((line) => !line.startsWith('- ')).join(' ')
    return (
      <div key={block} className="muted prose">
        {words ? <p>{words}</p> : null}
        {items.length > 0 ? (
          <ul>
            {items.map((item) => (
              <li key={item}>{item.slice(2)}</li>
            ))}
          </ul>
        ) : null}
      </div>
    )
  })
}
