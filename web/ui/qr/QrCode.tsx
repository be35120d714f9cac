import { useEffect, useState } from 'react'
import classes from './QrCode.module.css'
import { qrPath, quietZone } from './qrPath.ts'

interface Drawn {
  path: string
  side: number
}

/** An address as a QR code, dark on white in both modes: a scanner does not read it the other way round. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn>()

  useEffect(() => {
    let gone = false
    import('qrcode').then(
      ({ default: { create } }) => {
        const { modules } = create(value, { errorCorrectionLevel: 'M' })
        if (!gone) setDrawn({ path: qrPath(modules), side: modules.size + 2 * quietZone })
      },
      () => {
        // If the code can't be drawn the picture stays empty; the secret beside it says the same.
      },
    )
    return () => {
      gone = true
    }
  }, [value])

  return (
    <div className={`rigid rounded-lg edged clip ${classes.qr}`}>
      {drawn ? (
        <svg
          className="block full-width"
          viewBox={`0 0 ${drawn.side} ${drawn.side}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
        >
          <path d={drawn.path} />
        </svg>
      ) : null}
    </div>
  )
}
