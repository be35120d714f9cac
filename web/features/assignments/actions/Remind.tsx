import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { formatDate, formatTime } from '#contract/format.ts'
import { todayIn } from '../../../app/days.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { invitedMinutesAgo, recentReminder, remindRefusal, targetOf } from './target.ts'
import { useAssignmentActions } from './useAssignmentActions.ts'

/** One press reminds a person of their tests; what is done turns to words in the button's place. */
export function Remind({ tests }: { tests: readonly [Assignment, ...Assignment[]] }) {
  const [assignment] = tests
  const { t } = useTranslation()
  const { remind } = useAssignmentActions()
  const timeZone = useClientTimeZone(assignment.client.id)
  const reminded = tests.map((test) => recentReminder(test))
  const at = reminded[0]
  if (at != null && !reminded.includes(null)) return <Reminded at={at} timeZone={timeZone} />
  if (tests.every((test) => remindRefusal(test) !== undefined)) return <NotReminded assignment={assignment} />
  return (
    <>
      <JustInvited assignment={assignment} />
      <FullAccess>
        <Button
          size="sm"
          loading={remind.isPending}
          aria-label={t('assignments:actions.remind.of', { name: assignment.user.name })}
          onClick={() =>
            remind.mutate({ params: { clientId: assignment.client.id }, body: targetOf(tests).which })
          }
        >
          {t('assignments:actions.remind.short')}
        </Button>
      </FullAccess>
    </>
  )
}

/** Why a reminder would do nothing, in the button's place. */
function NotReminded({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const reason = remindRefusal(assignment)
  if (reason !== 'no_email' && reason !== 'on_test_day' && reason !== 'not_open_yet') return null
  return <span className="meta">{t(`assignments:actions.remind.not.${reason}`)}</span>
}

/** That somebody was invited less than an hour ago: a reminder may be too early. */
export function JustInvited({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const minutes = invitedMinutesAgo(assignment)
  if (minutes === null) return null
  return (
    <span className="meta">
      {minutes === 0
        ? t('assignments:actions.remind.invitedNow')
        : t('assignments:actions.remind.invitedAgo', { count: minutes })}
    </span>
  )
}

/** When the person was reminded, or will be. */
export function Reminded({ at, timeZone }: { at: string; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const today = todayIn(timeZone, new Date(at)) === todayIn(timeZone)
  const time = formatTime(at, i18n.language, timeZone)
  const when = today
    ? t('assignments:event.today', { time })
    : `${formatDate(at, i18n.language, timeZone)} ${time}`
  const key = Date.parse(at) > Date.now() ? 'willBe' : 'wasDone'
  return <span className="meta">{t(`assignments:actions.remind.${key}`, { when })}</span>
}
