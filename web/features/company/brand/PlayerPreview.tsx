import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandPreviewed } from '#contract/brandPreview.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import classes from './brand.module.css'

/** The player's own page, without the script that runs before its files: the policy of this page forbids it. */
async function playerPage(signal: AbortSignal): Promise<string> {
  const answer = await fetch(paths.myAssignments, { signal })
  if (!answer.ok) throw new Error(`The player’s page answered ${answer.status}`)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const script of page.querySelectorAll('script:not([src]):not([type])')) script.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** The first or the last page of a test, drawn by the player itself in a frame. */
export function PlayerPreview({ title, shown }: { title: string; shown: Omit<BrandPreviewed, 'now'> }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const page = useQuery({
    queryKey: ['player-page'],
    queryFn: ({ signal }) => playerPage(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready') setReady(true)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  const message = JSON.stringify(shown)
  useEffect(() => {
    if (!ready) return
    const words: BrandPreviewed = { ...JSON.parse(message), now: new Date().toISOString() }
    frame.current?.contentWindow?.postMessage(words, window.origin)
  }, [ready, message])
  if (page.isError) return <LoadFailure of={page} title={t('brand:preview.failed')} />
  if (page.data === undefined) return <p role="status">{t('brand:preview.waiting')}</p>
  return (
    <iframe
      ref={frame}
      className={`edged rounded-lg ${classes.frame} ${classes.phone}`}
      title={title}
      srcDoc={page.data}
    />
  )
}
