import { IconCamera } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { readCamera, readsCodes } from './qrReader.ts'
import classes from './rescue.module.css'

interface CameraProps {
  onText: (text: string) => void
  /** Everything is read: there is nothing more to look for. */
  done: boolean
}

/** Scans the codes on the device's screen, where this browser can; elsewhere it says what else to do. */
export function Camera({ onText, done }: CameraProps) {
  const { t } = useTranslation()
  const [able, setAble] = useState<boolean>()
  const [on, setOn] = useState(false)
  const [refused, setRefused] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const newest = useRef(onText)
  newest.current = onText
  const looking = on && !done

  useEffect(() => {
    readsCodes().then(setAble, () => setAble(false))
  }, [])
  useEffect(() => {
    if (!looking || video.current === null) return
    const stop = new AbortController()
    readCamera(video.current, (text) => newest.current(text), stop.signal).catch(() => {
      setRefused(true)
      setOn(false)
    })
    return () => stop.abort()
  }, [looking])

  if (able === undefined) return null
  if (!able) return <p className="meta">{t('rescue:camera.none')}</p>
  const toggle = () => {
    setRefused(false)
    setOn(!looking)
  }
  return (
    <div className={classes.camera}>
      {looking ? <video ref={video} className={classes.video} playsInline muted /> : null}
      <Button icon={<IconCamera aria-hidden />} disabled={done} onClick={toggle}>
        {looking ? t('rescue:camera.stop') : t('rescue:camera.start')}
      </Button>
      {refused ? <p role="alert">{t('rescue:camera.refused')}</p> : null}
    </div>
  )
}
