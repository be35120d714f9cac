import { IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import { spokenAlt } from './answering.ts'
import styles from './figure.module.css'

export interface Picture {
  image: string
  alt: string
  /** The letter of the option it shows. */
  letter?: string
}

interface EnlargedProps {
  pictures: readonly Picture[]
  /** The drawing keeps its own black and white in dark mode. */
  asPrinted: boolean
  onClose: () => void
}

/** Pictures as large as the screen or twice that, one below the other. The native dialog closes on Esc and gives the focus back. */
function Enlarged({ pictures, asPrinted, onClose }: EnlargedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [twice, setTwice] = useState(false)
  /** The share of the height that was in the middle before the size changed. */
  const middle = useRef(0.5)
  useEffect(() => dialog.current?.showModal(), [])
  // Zooming keeps the middle in view: the corner of a drawing is mostly blank.
  useLayoutEffect(() => {
    const box = dialog.current
    if (!box) return
    box.scrollTo({
      left: twice ? (box.scrollWidth - box.clientWidth) / 2 : 0,
      top: middle.current * box.scrollHeight - box.clientHeight / 2,
    })
  }, [twice])
  const resize = () => {
    const box = dialog.current
    if (box) middle.current = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight
    setTwice(!twice)
  }
  return (
    <dialog
      ref={dialog}
      className={`ink surface no-padding ${styles.enlarged}`}
      aria-label={t('player-item:item.enlarged')}
      onClose={onClose}
    >
      <div className={`flex split surface ${styles.bar}`}>
        <button type="button" className={styles.more} onClick={resize}>
          {twice ? <IconZoomOut size={22} aria-hidden /> : <IconZoomIn size={22} aria-hidden />}
          {twice ? t('player-item:item.smaller') : t('player-item:item.larger')}
        </button>
        <button type="button" className={styles.more} onClick={() => dialog.current?.close()}>
          <IconX aria-hidden />
          {t('player:button.close')}
        </button>
      </div>
      <div className={cx('stack centered gap-16', styles.pictures, twice && styles.twice)}>
        {pictures.map(({ image, alt, letter }) => (
          <figure className="stack items-center full-width gap-4 surface" key={letter ?? alt}>
            {letter !== undefined && <figcaption>{letter}</figcaption>}
            <img
              className={cx('block full-width', styles.drawing, asPrinted && styles.asPrinted)}
              src={image}
              alt={spokenAlt(alt)}
            />
          </figure>
        ))}
      </div>
    </dialog>
  )
}

/** A button that shows pictures as large as the screen. It submits nothing and answers nothing. */
export function Enlarge(props: {
  pictures: readonly Picture[]
  asPrinted: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={props.className} onClick={() => setOpen(true)}>
        {props.children}
      </button>
      {open && (
        <Enlarged pictures={props.pictures} asPrinted={props.asPrinted} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Width by height of a drawing, from its view box. */
export function ratioOf(image: string): number {
  const box = /viewBox=(?:["']|%22)([\d. -]+)/.exec(image)?.[1] ?? ''
  const [, , width = 0, height = 0] = box.split(' ').map(Number)
  return width > 0 && height > 0 ? width / height : 1
}

/** The figure of an item or of what it asks about. The button covers nothing of it; a tap anywhere on the figure presses it, too. */
export function Figure({ image, alt, asPrinted }: { image: string; alt: string; asPrinted: boolean }) {
  const ratio = ratioOf(image)
  return (
    <div
      className={cx('row vertical full-width relative', styles.figure, ratio < 2 && `clip ${styles.narrow}`)}
    >
      <div className={`full-width relative ${styles.plate}`} style={{ aspectRatio: ratio }}>
        <img className={cx(styles.drawing, asPrinted && styles.asPrinted)} src={image} alt={spokenAlt(alt)} />
      </div>
      <Enlarge pictures={[{ image, alt }]} asPrinted={asPrinted} className={cx(styles.more, styles.glass)}>
        <IconZoomIn size={22} aria-hidden />
        {t('player-item:item.enlarge')}
      </Enlarge>
    </div>
  )
}
