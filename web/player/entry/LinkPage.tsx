import { useEffect, useRef, useState } from 'react'
import { askedKey, askedParameter, isSingleUse, tokenIn } from '#contract/links.ts'
import { linkSecondStepPage } from '#contract/pages.ts'
import { assignmentPath, replace } from '../address.ts'
import { CallFailure, calls, request } from '../api.ts'
import { linkHash, rememberLink } from '../attempt/link.ts'
import { allAttempts, isWaiting, lockOthers, writeAttempt } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { currentSession, forgetSession } from '../device/slices.ts'
import { deliverOfOthers } from '../pages/deliver.ts'
import { MessagePage } from '../pages/MessagePage.tsx'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { InvitationDone, LinkOutcome } from './LinkOutcome.tsx'
import { type Ended, enterBy, goOn, mayOpenAgain, passSecondStep } from './session.ts'

/** The attempt on this device that was begun by this link: unfinished ones first. */
async function attemptOf(path: string) {
  const hash = await linkHash(path)
  const all = hash === '' ? [] : await allAttempts(deviceStore)
  const own = all.filter(({ head }) => head.link === hash)
  return own.find(({ progress }) => !progress.submitting) ?? own.find(isWaiting)
}

/** Opens the test that this link began on this device, without the server. @returns whether there is one */
async function openStored(path: string): Promise<boolean> {
  const found = await attemptOf(path)
  if (found === undefined) return false
  // The link belongs to one person: anybody else signed in here is signed out, as when online.
  if (currentSession()?.user.id !== found.head.userId) forgetSession()
  await lockOthers(deviceStore, found.head.userId)
  void deliverOfOthers()
  const head = { ...found.head, locked: false }
  await writeAttempt(deviceStore, { ...found, head })
  // The secret leaves the address bar with it.
  replace(assignmentPath(head.assignmentId))
  return true
}

/** Takes the secret out of the address bar, where it would be seen, copied and kept in the history. */
function hideToken() {
  window.history.replaceState(window.history.state, '', linkSecondStepPage)
}

/** An address may have got a sign that is no valid escape on its way. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The link in the address, without what was stuck to its end on the way. */
function linkHere() {
  const [, , uid = '', part = ''] = window.location.pathname.split('/').map(decoded)
  const token = tokenIn(part)
  return { uid, token, path: `/magic-link/${uid}/${token}` }
}

/** True if the link in the address was asked for in this browser. */
function askedHere(): boolean {
  const marker = new URLSearchParams(window.location.search).get(askedParameter)?.slice(0, 32)
  try {
    return Boolean(marker) && (localStorage.getItem(askedKey) ?? '').split(' ').includes(marker ?? '')
  } catch {
    // Denied storage: the button is pressed.
    return false
  }
}

/** @returns why it did not lead on */
async function openLink({
  uid,
  token,
  path,
}: ReturnType<typeof linkHere>): Promise<CallFailure | Ended | undefined> {
  try {
    const entered = await enterBy(() => request(calls.openLink, { token: undefined, params: { uid, token } }))
    if (entered.ended) {
      hideToken()
      return entered.ended
    }
    // Kept beside what is begun: without a line the same link opens that.
    if (entered.user?.invitation) await rememberLink(path)
    goOn(entered, window.location.search)
    return undefined
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (passSecondStep(error)) return undefined
    if (!mayOpenAgain(error)) hideToken()
    else if (await openStored(path).catch(() => false)) return undefined
    return error
  }
}

/** Mail scanners open links and run scripts, so a link that works once is used only by a press. */
function BeforeUse({ onPress }: { onPress: () => void }) {
  return (
    <MessagePage
      title={t('player:link.ready')}
      lead={t('player:link.readyText')}
      dock={
        <div className="stack gap-8">
          <Button onClick={onPress}>{t('player:link.use')}</Button>
        </div>
      }
    />
  )
}

/** Opens a sign-in link or an invitation: on to the person's tests, to the application, or why not. */
export function LinkPage() {
  const [outcome, setOutcome] = useState<CallFailure | Ended>()
  const [turn, setTurn] = useState(0)
  const [waits, setWaits] = useState(() => isSingleUse(linkHere().token) && !askedHere())
  const opened = useRef(-1)
  useEffect(() => {
    // A link may work only once: effects that run twice must not open it twice.
    if (waits || opened.current === turn) return
    opened.current = turn
    openLink(linkHere()).then(setOutcome, (error: unknown) => {
      console.error(error)
      setOutcome(new CallFailure(0, 'network', String(error)))
    })
  }, [turn, waits])

  if (waits) return <BeforeUse onPress={() => setWaits(false)} />
  if (!outcome) return <Waiting title={t('player:link.working')} />
  if (!(outcome instanceof CallFailure)) return <InvitationDone ended={outcome} />
  return (
    <LinkOutcome
      failure={outcome}
      onAgain={() => {
        setOutcome(undefined)
        setTurn(turn + 1)
      }}
    />
  )
}
