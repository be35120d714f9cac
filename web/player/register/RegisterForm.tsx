import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { hasEmailShape } from '#contract/emailShape.ts'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import { NoticeText } from '../pages/NoticePage.tsx'
import pages from '../pages/pages.module.css'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { t } from '../words.ts'
import { type Given, type Outcome, type RegistrationPage, registerWith } from './calls.ts'
import { Field } from './Field.tsx'
import styles from './register.module.css'
import { failureWords, useSending } from './useSending.ts'

type Way = 'email' | 'phone'

interface RegisterFormProps {
  code: string
  page: RegistrationPage
  onOutcome: (outcome: Outcome, given: Given) => void
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length
const isPhone = (text: string) =>
  /^\+?[0-9 ()./-]+$/.test(text) && digitsIn(text) >= (text.startsWith('+') ? 8 : 10) && digitsIn(text) <= 15

/** Name, and address or phone. When it is full or closed, those who registered with an address come back here. */
export function RegisterForm({ code, page, onOutcome }: RegisterFormProps) {
  const [way, setWay] = useState<Way>('email')
  const [name, setName] = useState('')
  const [contact, setContact] = useState('')
  const [website, setWebsite] = useState('')
  const [checked, setChecked] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const contactField = useRef<HTMLInputElement>(null)
  const given: Given = { name: name.trim(), [way]: contact.trim() }
  const { sending, failure, forget, send } = useSending<Outcome>((outcome) => onOutcome(outcome, given))
  const open = page.state === 'open'
  const wrongName = name.trim().length < 2
  const wrongContact = way === 'email' ? !hasEmailShape(contact.trim()) : !isPhone(contact.trim())
  const said = failure?.fields.some((field) => field === way) ? failureWords(failure) : undefined

  const submit = () => {
    setChecked(true)
    if (wrongName) nameField.current?.focus()
    else if (wrongContact) contactField.current?.focus()
    else void send(() => registerWith(code, { ...given, ...(website && { website }) }, page.notice.version))
  }

  return (
    <form
      className={entry.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {!open && (
        <div className={controls.card}>
          <b>{t(page.state === 'full' ? 'register:full' : 'register:closed')}</b>
          <p>{t('register:backText')}</p>
        </div>
      )}
      {open && <h2 className={controls.heading}>{t('register:form')}</h2>}
      <Field
        field={nameField}
        label={t('register:name')}
        wrong={checked && wrongName ? t('register:nameMissing') : undefined}
        autoComplete="name"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {open && (
        <Ways
          way={way}
          onWay={(one) => {
            setWay(one)
            setContact('')
            setChecked(false)
            forget()
          }}
        />
      )}
      <Field
        key={way}
        field={contactField}
        label={t(`register:label.${way}`)}
        hint={t(`register:hint.${way === 'phone' && page.testDay !== null ? 'phoneDay' : way}`)}
        wrong={said ?? (checked && wrongContact ? t(`register:wrong.${way}`) : undefined)}
        type={way === 'email' ? 'email' : 'tel'}
        inputMode={way === 'email' ? 'email' : 'tel'}
        autoComplete={way === 'email' ? 'email' : 'tel'}
        maxLength={254}
        value={contact}
        onChange={({ currentTarget }) => {
          setContact(currentTarget.value)
          forget()
        }}
      />
      <Trap value={website} onChange={setWebsite} />
      <Notice page={page} />
      {failure && said === undefined && (
        <div className={cx(controls.card, controls.alert)} role="alert">
          {failureWords(failure)}
        </div>
      )}
      <Button type="submit" big aria-busy={sending} aria-disabled={sending}>
        {t(sending ? 'register:sending' : way === 'email' ? 'register:sendCode' : 'register:submit')}
      </Button>
    </form>
  )
}

/** The choice of how the person is reached. */
function Ways({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  return (
    <fieldset className={`stack gap-6 ${styles.ways}`}>
      <legend className="bold">{t('register:how')}</legend>
      {(['email', 'phone'] as const).map((one) => (
        <label className="row gap-12 surface rounded-lg" key={one}>
          <input type="radio" name="way" checked={way === one} onChange={() => onWay(one)} />
          {t(`register:way.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** A field that people don't see, for programs that fill in all of them. */
function Trap({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className={styles.trap} aria-hidden>
      <input
        tabIndex={-1}
        autoComplete="off"
        name="website"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}

/** The organisation's notice: in short, and the whole text one tap away. */
function Notice({ page: { client, notice } }: { page: RegistrationPage }) {
  const [whole, setWhole] = useState(false)
  return (
    <section aria-label={notice.title}>
      <p className={cx('muted', controls.small)}>{t('register:notice', { client: client.name })}</p>
      <Button look="plain" className={pages.whole} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {notice.title}
        {whole ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
      </Button>
      {whole && (
        <>
          <NoticeText text={notice.text} />
          <p className={cx('above-16 muted', controls.small)}>
            {t('player:notice.version', { n: notice.version })}
          </p>
        </>
      )}
    </section>
  )
}
