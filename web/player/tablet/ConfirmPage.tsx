import { calls, request } from '../api.ts'
import { currentSession } from '../device/slices.ts'
import { networkWords } from '../networkWords.ts'
import { setAssignmentList, takeAssignmentList } from '../pages/assignmentList.ts'
import { isOpen, type ListedAssignment } from '../pages/list.ts'
import { useCall } from '../pages/useCall.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'
import { confirm } from './entering.ts'
import { leave } from './handOver.ts'
import { TabletPage } from './TabletPage.tsx'

/** Asks whether the code's name is right: a slip of the finger must not open a colleague's test. */
export function ConfirmPage() {
  const session = currentSession()
  const [loaded, retry] = useCall(
    async () => takeAssignmentList() ?? (await request(calls.list, { token: session?.token })),
    '',
  )
  const list = loaded.is === 'there' ? loaded.value : undefined
  const results: readonly ListedAssignment[] = list?.results ?? []
  const name = list?.name ?? session?.user.name ?? ''
  return (
    <TabletPage title={t('tablet:confirm.question')} middle>
      <section className="tab-who">
        <p className="tab-lead tab-muted">{t('tablet:confirm.question')}</p>
        <h1>{name}</h1>
        <ul className="tab-lead" aria-busy={loaded.is === 'loading'}>
          {results.filter(isOpen).map(({ id, inventory, minutes }) => (
            <li key={id}>
              {inventory.name}, {t('tablet:confirm.minutes', { count: minutes })}
            </li>
          ))}
          {results
            .filter(({ elsewhere, awaitsDecision }) => elsewhere || awaitsDecision)
            .map(({ id, inventory, elsewhere }) => (
              <li key={id}>
                {elsewhere
                  ? t('tablet:confirm.elsewhere', { test: inventory.name })
                  : t('tablet:confirm.awaitsDecision', { test: inventory.name })}
              </li>
            ))}
        </ul>
        {loaded.is === 'failed' && (
          <p role="alert">
            {networkWords(loaded.failure, 'tablet:failure.network')}{' '}
            <Button look="plain" onClick={retry}>
              {t('tablet:failure.retry')}
            </Button>
          </p>
        )}
        <div className="stack gap-16 tab-yn">
          <Button look="secondary" big onClick={() => void leave()}>
            {t('tablet:confirm.no')}
          </Button>
          <Button
            big
            disabled={!list}
            onClick={() => {
              setAssignmentList(list)
              confirm()
            }}
          >
            {t('tablet:confirm.yes')}
          </Button>
        </div>
        <p className="tab-muted">{t('tablet:confirm.stay')}</p>
      </section>
    </TabletPage>
  )
}
