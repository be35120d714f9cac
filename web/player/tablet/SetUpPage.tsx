import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { readSetupCode, setupCodeGroups, setupCodeLength } from '#contract/setupCode.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { register, type SetUp } from './day.ts'
import { failureWords, type TabletFailure } from './failure.ts'
import { TabletPage } from './TabletPage.tsx'

type Field = keyof SetUp
const names = ['code', 'name', 'room'] as const
const lengths = { code: 40, name: 40, room: 60 }

/** Returns the problem with a field that is found before the server is asked. */
function problemOf(name: Field, value: string): string | undefined {
  if (name === 'room') return undefined
  if (value === '') return t('tablet:setUp.missing')
  const short = name === 'code' && readSetupCode(value).length !== setupCodeLength
  return short ? t('tablet:setUp.characters', { count: setupCodeLength }) : undefined
}

/** A code as the day's page shows it. */
const grouped = (code: string) => setupCodeGroups(readSetupCode(code)).join(' ')

/** The code that came with the address, in its part that no server sees. */
const brought = () =>
  readSetupCode(window.location.hash).length === setupCodeLength ? grouped(window.location.hash) : ''

function Input({
  name,
  value,
  problem,
  offered = [],
  onChange,
}: {
  name: Field
  value: string
  problem: string | undefined
  offered?: readonly string[]
  onChange: (value: string) => void
}) {
  const [helpId, listId] = [useId(), useId()]
  const isCode = name === 'code'
  return (
    <label className="stack content-start gap-6 tab-field">
      <b>{t(`tablet:setUp.${name}`)}</b>
      <input
        className="full-width ink surface rounded-lg"
        name={name}
        value={value}
        maxLength={lengths[name]}
        autoCapitalize={isCode ? 'characters' : undefined}
        spellCheck={isCode ? false : undefined}
        autoComplete="off"
        list={offered.length > 0 ? listId : undefined}
        aria-describedby={helpId}
        aria-invalid={problem !== undefined}
        dir={isCode ? 'ltr' : undefined}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={isCode ? () => onChange(grouped(value)) : undefined}
      />
      {offered.length > 0 && (
        <datalist id={listId}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      <span id={helpId} className={problem === undefined ? 'tab-muted' : 'tab-wrong'}>
        {problem ?? t(`tablet:setUp.${name}Help`)}
      </span>
    </label>
  )
}

/** Makes this device a tablet of a test day. */
export function SetUpPage() {
  const params = new URLSearchParams(window.location.search)
  // The rooms that the day's page put into its karekod.
  const rooms = params.getAll('room')
  const [values, setValues] = useState<SetUp>(() => ({ code: brought(), name: '', room: '' }))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<TabletFailure>()
  const problems = names.map((name) => [name, problemOf(name, values[name].trim())] as const)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [wrong] = problems.find(([, problem]) => problem !== undefined) ?? []
    if (wrong) {
      document.querySelector<HTMLInputElement>(`input[name=${wrong}]`)?.focus()
      return
    }
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    void register({ ...values, name: values.name.trim(), room: values.room.trim() }).then((why) => {
      setFailure(why)
      setBusy(false)
    })
  }

  if (window.isSecureContext === false)
    return (
      <TabletPage title={t('tablet:setUp.title')} middle>
        <p className="tab-lead" role="alert">
          {t('tablet:failure.insecure')}
        </p>
      </TabletPage>
    )
  return (
    <TabletPage title={t('tablet:setUp.title')}>
      <form className="stack full-width gap-16 tab-form" noValidate onSubmit={submit}>
        <h1>{t('tablet:setUp.title')}</h1>
        <p className="tab-lead">{t('tablet:setUp.lead')}</p>
        <div className="stack gap-16 tab-fields">
          {problems.map(([name, problem]) => (
            <Input
              key={name}
              name={name}
              value={values[name]}
              {...(name === 'room' && { offered: rooms })}
              problem={tried ? problem : undefined}
              onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
            />
          ))}
        </div>
        <p className="tab-muted">{t('tablet:setUp.means')}</p>
        {failure && (
          <p className="flex gap-10 rounded-lg tab-alert" role="alert">
            <IconAlertCircle aria-hidden />
            {failureWords(failure)}
          </p>
        )}
        <Button type="submit" big aria-busy={busy} aria-disabled={busy}>
          {busy ? t('tablet:setUp.working') : t('tablet:setUp.submit')}
        </Button>
      </form>
    </TabletPage>
  )
}
