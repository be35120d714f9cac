import type { CSSProperties } from 'react'
import type { BrandLook } from '#contract/brand.ts'
import classes from './BrandHead.module.css'

/** A client's logo over a line in its colour, at the top of what leaves its organisation; nothing for a client without a brand. */
export function BrandHead({ brand, name }: { brand: BrandLook | undefined; name: string }) {
  if (brand === undefined) return null
  const { logo, color } = brand
  return (
    <div
      className={classes.head}
      data-own-logo={logo ? true : undefined}
      style={{ '--own': color ?? undefined } as CSSProperties}
    >
      {logo ? (
        <img className={classes.logo} src={logo.url} width={logo.width} height={logo.height} alt={name} />
      ) : null}
    </div>
  )
}
