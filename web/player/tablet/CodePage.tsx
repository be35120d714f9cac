import { IconAlertCircle, IconCircleCheck, IconEraser, IconQrcode, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { dayCodeLength, isDayCode } from '#contract/dayCode.ts'
import { tabletPage } from '#contract/pages.ts'
import { replace } from '../address.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { Boxes } from './Boxes.tsx'
import { scannedCode, typedCode } from './code.ts'
import { enter } from './entering.ts'
import { failureWords, type TabletFailure } from './failure.ts'
import { Keypad } from './Keypad.tsx'
import { lackingWords } from './readiness.ts'
import { canScan, ScanSheet } from './ScanSheet.tsx'
import { isReady, type TabletPageState } from './state.ts'
import { TabletPage } from './TabletPage.tsx'

interface Said {
  first?: string
  text: string
  /** Nothing is wrong with the code. */
  good?: true
}

const notFound = (): Said => ({ first: t('tablet:code.notFound'), text: t('tablet:code.checkAgain') })

/** Returns the problem with a code that is found before the server is asked. */
function problemOf(code: string): Said | undefined {
  const left = dayCodeLength - code.length
  if (left > 0) return { text: t('tablet:code.missing', { count: left }) }
  return isDayCode(code) ? undefined : notFound()
}

function saidOf(failure: TabletFailure | { receipt: string }): Said {
  if (failure === 'storage' || failure === 'damaged') return { text: failureWords(failure) }
  if ('receipt' in failure)
    return { text: t('tablet:code.finished', { receipt: failure.receipt }), good: true }
  if (failure.code === 'day_code_invalid') return notFound()
  return { text: failureWords(failure) }
}

function helpOf(code: string): string {
  const left = dayCodeLength - code.length
  if (code === '') return ''
  return left > 0 ? t('tablet:code.typed', { n: code.length, count: left }) : t('tablet:code.complete')
}

/** After so long without a key the boxes are empty again. */
const forgottenMs = 30_000

function useCode() {
  const [code, setCode] = useState('')
  const [said, setSaid] = useState<Said>()
  const [busy, setBusy] = useState(false)
  // An abandoned code is cleared, so that the next person does not see it.
  useEffect(() => {
    if (code === '' || busy) return
    const timer = setTimeout(() => {
      setCode('')
      setSaid(undefined)
    }, forgottenMs)
    return () => clearTimeout(timer)
  }, [code, busy])
  const go = (whole = code) => {
    if (busy) return
    const problem = problemOf(whole)
    setSaid(problem)
    if (problem) return
    setBusy(true)
    void enter(whole)
      .then((failure) => {
        if (!failure) return
        setSaid(saidOf(failure))
      })
      .finally(() => setBusy(false))
  }
  return {
    code,
    said,
    busy,
    go,
    type: (key: string) => {
      if (busy) return
      setSaid(undefined)
      // After an answer about a whole code, a digit is the first of the next one.
      const next = said !== undefined && code.length === dayCodeLength && key !== 'Backspace'
      setCode((before) => typedCode(next ? '' : before, key))
    },
    scan: (text: string) => {
      const found = scannedCode(text)
      setCode(found ?? '')
      if (found) go(found)
      else setSaid({ text: t('tablet:code.otherKarekod') })
    },
  }
}

/** The page where each person enters the code of their slip. */
export function CodePage({ state }: { state: TabletPageState }) {
  const { code, said, busy, go, type, scan } = useCode()
  const [scanning, setScanning] = useState(false)
  const lacking = lackingWords(state)
  // A slip that the tablet's own camera has read opens this page with its code.
  const [brought] = useState(() => scannedCode(window.location.href))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (brought === undefined) return
    replace(tabletPage)
    scan(brought)
  }, [])
  return (
    <TabletPage title={t('tablet:code.title')}>
      <section className="tab-entry">
        <div className="tab-left">
          <h1>{t('tablet:code.title')}</h1>
          <p className="tab-lead">{t('tablet:code.lead')}</p>
          <Boxes
            label={t('tablet:code.label')}
            typed={code}
            places={dayCodeLength}
            group={4}
            wrong={said !== undefined && !said.good}
          />
          {said ? (
            <p className={cx('tab-said', !said.good && 'tab-wrong')} role="alert">
              {said.good ? <IconCircleCheck aria-hidden /> : <IconAlertCircle aria-hidden />}
              <span>
                {said.first !== undefined && <b>{said.first} </b>}
                {said.text}
              </span>
            </p>
          ) : (
            <p className="tab-said" role="status">
              {busy ? t('tablet:code.opening') : helpOf(code)}
            </p>
          )}
          {canScan() && (
            <Button look="secondary" onClick={() => setScanning(true)}>
              <IconQrcode aria-hidden />
              {t('tablet:code.scan')}
            </Button>
          )}
          {state.reached && lacking !== undefined && (
            <p className="tab-muted" role="status">
              {lacking}
            </p>
          )}
          {state.traces && (
            <p className="tab-note tab-warn" role="alert">
              <IconEraser size={28} aria-hidden />
              <span>{t('tablet:code.traces')}</span>
            </p>
          )}
          {!state.reached && (
            <p className="tab-note tab-warn" role="status">
              <IconWifiOff size={28} aria-hidden />
              <span>{isReady(state) ? t('tablet:code.offline') : t('tablet:code.noLine')}</span>
            </p>
          )}
        </div>
        <Keypad onKey={type} onGo={() => go()} off={scanning || state.locked || state.supervising} />
        <p className="tab-note">
          <IconEraser size={28} aria-hidden />
          <span>
            <b>{t('tablet:code.shared')}</b>{' '}
            {state.reached ? t('tablet:code.wiped') : t('tablet:code.wipedLater')}
          </span>
        </p>
      </section>
      {scanning && (
        <ScanSheet
          onText={(text) => {
            setScanning(false)
            scan(text)
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </TabletPage>
  )
}
