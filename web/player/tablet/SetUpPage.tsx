import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { register, type SetUp } from './day.ts'
import { failureWords, type TabletFailure } from './failure.ts'
import { TabletPage } from './TabletPage.tsx'

const fields = {
  number: { required: true, digits: 8 },
  pin: { required: true, digits: 6 },
  name: { required: true, digits: undefined },
  room: { required: false, digits: undefined },
} as const
type Field = keyof typeof fields
const names = ['number', 'pin', 'name', 'room'] as const
const lengths = { number: 8, pin: 6, name: 40, room: 60 }

/** What is wrong with a field before anybody is asked. */
function problemOf(name: Field, value: string): string | undefined {
  const { digits, required } = fields[name]
  if (digits !== undefined && value.length !== digits) return t('tablet:setUp.digits', { count: digits })
  return required && value === '' ? t('tablet:setUp.missing') : undefined
}

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
  const { digits } = fields[name]
  return (
    <label className="tab-field">
      <b>{t(`tablet:setUp.${name}`)}</b>
      <input
        name={name}
        value={value}
        maxLength={lengths[name]}
        inputMode={digits === undefined ? 'text' : 'numeric'}
        autoComplete="off"
        list={offered.length > 0 ? listId : undefined}
        aria-describedby={helpId}
        aria-invalid={problem !== undefined}
        dir={digits === undefined ? undefined : 'ltr'}
        onInput={({ currentTarget }) =>
          onChange(digits === undefined ? currentTarget.value : currentTarget.value.replace(/\D/g, ''))
        }
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
  const asked = params.get('number') ?? ''
  // From the day's page, in its karekod.
  const rooms = params.getAll('room')
  const [values, setValues] = useState<SetUp>({
    number: /^\d{8}$/.test(asked) ? asked : '',
    pin: '',
    name: '',
    room: '',
  })
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
      <form className="tab-form" noValidate onSubmit={submit}>
        <h1>{t('tablet:setUp.title')}</h1>
        <p className="tab-lead">{t('tablet:setUp.lead')}</p>
        <div className="tab-fields">
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
          <p className="tab-alert" role="alert">
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
