import { Modal } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import dialog from '../overlay/ConfirmDialog.module.css'
import classes from './AvatarField.module.css'
import { type Crop, maxZoom, sideOf, wholeOf, within } from './crop.ts'

/** Sharp on a screen with two dots to a pixel, and a few dozen kilobytes. */
const drawn = 512

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const side = sideOf(picture, crop)
  const pen = canvas.getContext('2d')
  pen?.clearRect(0, 0, drawn, drawn)
  pen?.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, drawn, drawn)
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface AvatarCropProps {
  picture: ImageBitmap
  onDone: (square: Blob) => void
  onClose: () => void
}

/** Chooses the square of a picture: dragged or moved by arrow keys, drawn nearer by a slider or plus and minus. */
export function AvatarCrop({ picture, onDone, onClose }: AvatarCropProps) {
  const { t } = useTranslation()
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [crop, setCrop] = useState(() => wholeOf(picture))
  const from = useRef<{ x: number; y: number } | null>(null)
  const change = (next: (crop: Crop) => Crop) => setCrop((before) => within(picture, next(before)))
  const zoomTo = (zoom: number) => change((before) => ({ ...before, zoom }))
  /** Moves the crop by fractions of its side. */
  const move = (right: number, down: number) =>
    change((before) => {
      const side = sideOf(picture, before)
      return { ...before, x: before.x + right * side, y: before.y + down * side }
    })
  useEffect(() => {
    if (canvas) draw(canvas, picture, crop)
  }, [canvas, picture, crop])

  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) move(step[0] * 0.05, step[1] * 0.05)
    else if (event.key === '+') zoomTo(crop.zoom + 0.25)
    else if (event.key === '-') zoomTo(crop.zoom - 0.25)
    else return
    event.preventDefault()
  }
  const drag = (event: PointerEvent) => {
    if (!from.current || !canvas) return
    const { width } = canvas.getBoundingClientRect()
    move((from.current.x - event.clientX) / width, (from.current.y - event.clientY) / width)
    from.current = { x: event.clientX, y: event.clientY }
  }
  const finish = () => canvas?.toBlob((blob) => blob && onDone(blob), 'image/webp', 0.9)

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ui:avatar.crop')}
      size={400}
      transitionProps={{ duration: 180, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      classNames={{
        content: `raised ${dialog.content}`,
        title: `text-18 semibold breakable ${dialog.title}`,
        header: `align-start raised ${dialog.header}`,
        body: `stack gap-20 ${dialog.body}`,
      }}
    >
      <button
        type="button"
        className={`block tinted circle clip no-padding ${classes.frame}`}
        aria-label={t('ui:avatar.move')}
        data-autofocus
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = null
        }}
      >
        <canvas className="block full-width" ref={setCanvas} width={drawn} height={drawn} />
      </button>
      <label className={`stack gap-6 medium ${classes.zoom}`}>
        {t('ui:avatar.zoom')}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => zoomTo(Number(event.currentTarget.value))}
        />
      </label>
      <p className="meta">{t('ui:avatar.how')}</p>
      <div className={`cluster justify-end gap-8 ${dialog.actions}`}>
        <Button onClick={onClose}>{t('ui:dialog.cancel')}</Button>
        <Button variant="solid" onClick={finish}>
          {t('ui:avatar.use')}
        </Button>
      </div>
    </Modal>
  )
}
