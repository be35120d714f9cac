import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { PageLink } from '../parts/Link.tsx'
import { PageTop } from '../parts/PageTop.tsx'
import { LetterScene } from '../parts/scenes.tsx'
import { useWords } from '../words.ts'

interface FieldProps {
  name: 'name' | 'organisation' | 'email' | 'phone' | 'message'
  type?: string
  autoComplete?: string
  optional?: boolean
  most: number
}

/** Its message is in the page, hidden until the script finds the field empty or wrong; the server's takes its place. */
function Field({ name, type = 'text', autoComplete, optional = false, most }: FieldProps) {
  const { t } = useWords()
  const common = {
    id: `contact-${name}`,
    name,
    maxLength: most,
    required: !optional,
    'aria-describedby': `contact-${name}-error`,
  }
  return (
    <div className="stack gap-6 field">
      <label className="text-14 medium" htmlFor={common.id}>
        {t(`publicContact:field.${name}.label`)}
        {optional ? <span> {t('publicContact:optional')}</span> : null}
      </label>
      {name === 'message' ? (
        <textarea {...common} rows={7} data-about-quota={t('publicContact:about.quota')} />
      ) : (
        <input {...common} type={type} autoComplete={autoComplete} />
      )}
      <p
        className="flex align-start gap-6 text-13 ink-red field-error"
        id={`contact-${name}-error`}
        hidden
        data-own={t(`publicContact:field.${name}.error`)}
      >
        <IconAlertCircle size={16} stroke={2} aria-hidden />
        <span />
      </p>
    </div>
  )
}

export function ContactPage() {
  const { t } = useWords()
  return (
    <>
      <PageTop title={t('publicContact:title')} lead={t('publicContact:lead')} art={<LetterScene />} />
      <section className="part">
        <div className="stack align-start wrap contact">
          <form className="stack gap-20" noValidate data-contact>
            <h2>{t('publicContact:form')}</h2>
            <noscript>
              <p className="well rounded edged notice">{t('publicContact:noScript')}</p>
            </noscript>
            <div
              className="well rounded edged notice bad"
              role="alert"
              hidden
              data-failed={t('publicContact:failed')}
            />
            <Field name="name" autoComplete="name" most={100} />
            <Field name="organisation" autoComplete="organization" most={200} />
            <Field name="email" type="email" autoComplete="email" most={254} />
            <Field name="phone" type="tel" autoComplete="tel" optional most={25} />
            <Field name="message" most={4000} />
            <Trap />
            <p className="text-14 faint field-help">
              {t('publicContact:privacy')}{' '}
              <PageLink to="privacy" className="link">
                {t('public:footer.privacy')}
              </PageLink>
            </p>
            <button type="submit" className="btn solid big" data-sending={t('publicContact:sending')}>
              {t('publicContact:send')}
            </button>
          </form>
          <div className="stack items-start gap-12 contact-sent" role="status" tabIndex={-1} hidden data-sent>
            <span className="stack centered ink-green surface circle round">
              <IconCheck size={28} stroke={2} aria-hidden />
            </span>
            <h2>{t('publicContact:sent.title')}</h2>
            <p>{t('publicContact:sent.text')}</p>
            <PageLink to="home" className="btn">
              {t('publicNotFound:home')}
            </PageLink>
          </div>
          <aside>
            <h2>{t('publicContact:help.title')}</h2>
            <ul className="above-16 dashes">
              {(['people', 'tests', 'when'] as const).map((key) => (
                <li className="relative muted" key={key}>
                  {t(`publicContact:help.${key}`)}
                </li>
              ))}
            </ul>
            <h2>{t('publicContact:taker.title')}</h2>
            <p>{t('publicContact:taker.text')}</p>
          </aside>
        </div>
      </section>
    </>
  )
}

/** A field that people neither see nor reach, and that machines like to fill in. */
function Trap() {
  const { t } = useWords()
  return (
    <div className="clip trap" aria-hidden="true">
      <label htmlFor="contact-website">{t('publicContact:trap')}</label>
      <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
