import './words.ts'
import { useEffect, useState } from 'react'
import type { Preview, previewVersion } from '#contract/previews.ts'
import { toSignIn } from '../address.ts'
import { CallFailure, request, type Shape } from '../api.ts'
import { currentSession, keepNothing } from '../device/slices.ts'
import { FailurePage } from '../pages/failures.tsx'
import { MessagePage } from '../pages/MessagePage.tsx'
import { signedOut } from '../pages/useCall.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { Button } from '../parts/Button.tsx'
import { CalendarOver } from '../parts/drawings.tsx'
import { currentLocale, setLocale, t, useLocale } from '../words.ts'
import { BrandPreview } from './BrandPreview.tsx'
import { Previewed } from './Previewed.tsx'

// A preview changes nothing on this device: language, text size and mode end with it.
keepNothing()

const call = {
  method: 'GET',
  path: '/definitions/:code/versions/:version/preview/',
  has: ['form'],
} as Shape<typeof previewVersion>

const leave = () => window.location.assign('/admin/inventories')

type View = { is: 'loading' } | { is: 'failed'; failure: CallFailure } | { is: 'there'; preview: Preview }

/** The address chooses the language, before the first words are drawn. */
async function takeLanguage(): Promise<void> {
  const asked = new URLSearchParams(window.location.search).get('lang')
  if ((asked === 'tr' || asked === 'en') && asked !== currentLocale()) await setLocale(asked)
}

/** A preview of a version, or in a frame without an address of a brand. */
export function PreviewPage({ code, version = '' }: { code?: string; version?: string }) {
  return code === undefined ? <BrandPreview /> : <VersionPreview code={code} version={version} />
}

/** A version of an inventory as a participant sees it, for the operators who answer for it. */
function VersionPreview({ code, version }: { code: string; version: string }) {
  const locale = useLocale()
  const [ready, setReady] = useState(false)
  const [view, setView] = useState<View>({ is: 'loading' })
  const [turn, setTurn] = useState(0)
  const session = currentSession()
  const refused = session !== undefined && !session.operator
  const token = refused ? undefined : session?.token

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another turn
  useEffect(() => {
    if (refused) window.location.replace('/access-denied')
    else if (token === undefined) toSignIn()
    else {
      takeLanguage().then(
        () => setReady(true),
        (error: unknown) => setView({ is: 'failed', failure: new CallFailure(0, 'network', String(error)) }),
      )
    }
  }, [refused, token, turn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another turn, and the words come in one language
  useEffect(() => {
    if (token === undefined || !ready) return
    let here = true
    request(call, { token, params: { code, version } }).then(
      (preview) => {
        if (here) setView({ is: 'there', preview })
      },
      (error: unknown) => {
        const failure = error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error))
        if (here && !signedOut(failure)) setView({ is: 'failed', failure })
      },
    )
    return () => {
      here = false
    }
  }, [token, ready, code, version, locale, turn])

  switch (view.is) {
    case 'loading':
      return <Waiting title={t('player-preview:title')} />
    case 'there':
      return <Previewed preview={view.preview} />
    case 'failed':
      return view.failure.status === 404 ? (
        <MessagePage
          title={t('player-preview:notFound')}
          drawing={<CalendarOver />}
          dock={
            <Button look="secondary" style={{ width: '100%' }} onClick={leave}>
              {t('player-preview:leave')}
            </Button>
          }
        />
      ) : (
        <FailurePage
          title={t('player-preview:failed')}
          failure={view.failure}
          onRetry={() => {
            setView({ is: 'loading' })
            setTurn((n) => n + 1)
          }}
        />
      )
  }
}
