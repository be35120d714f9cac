import './words.ts'
import { useEffect, useState } from 'react'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { BrandPreviewed } from '#contract/brandPreview.ts'
import { divert } from '../address.ts'
import { setDark } from '../device/look.ts'
import { keepNothing } from '../device/slices.ts'
import { DonePage } from '../pages/DonePage.tsx'
import type { ListedAssignment } from '../pages/list.ts'
import { Waiting } from '../pages/Waiting.tsx'
import { WelcomePage } from '../pages/WelcomePage.tsx'
import { setLocale, t } from '../words.ts'

// Language and mode are the editor's, and end with the preview.
keepNothing()

function sampleOf({ client, brand, locale, now }: BrandPreviewed): ListedAssignment {
  return {
    id: '',
    client: { name: client, phone: '', brand },
    inventory: { code: '', name: t('player-preview:test'), description: '' },
    description: '',
    status: 'pending',
    locale,
    minutes: 45,
    accommodations: noAccommodations,
    itemCount: 72,
    createdAt: now,
    dueDate: now.slice(0, 10),
    testDay: null,
    opening: null,
    timeZone: 'Europe/Istanbul',
    startedAt: null,
    completedAt: null,
    deadline: null,
    answered: 0,
    receipt: null,
    reportVisible: false,
  }
}

const isWhole = (data: Partial<BrandPreviewed>): data is BrandPreviewed =>
  data.page !== undefined && data.locale !== undefined && data.brand !== undefined

/** The first or the last page of a test as people see it with a brand that is being edited, in a frame beside its form. */
export function BrandPreview() {
  const [shown, setShown] = useState<BrandPreviewed>()
  useEffect(() => {
    const { parent } = window
    // Nothing leads anywhere from here.
    divert(() => undefined)
    const take = ({ source, data }: MessageEvent<Partial<BrandPreviewed>>) => {
      // Tools that look into frames send messages, too.
      if (source !== parent || !isWhole(data)) return
      setDark(data.dark)
      setLocale(data.locale).then(
        () => setShown(data),
        () => undefined,
      )
    }
    window.addEventListener('message', take)
    parent.postMessage('ready', window.origin)
    return () => window.removeEventListener('message', take)
  }, [])
  if (shown === undefined) return <Waiting title={t('player-preview:title')} />
  const person = t('player-preview:person')
  if (shown.page === 'start')
    return <WelcomePage name={person} list={[sampleOf(shown)]} serverTime={shown.now} />
  return (
    <DonePage
      person={person}
      client={shown.client}
      brand={shown.brand}
      receipt="ABCD-EFGH"
      at={shown.now}
      timeZone="Europe/Istanbul"
      next={undefined}
      late={{ count: 0, inTime: [] }}
    />
  )
}
