import type { Form } from '#contract/participant.ts'
import { cx } from '../cx.ts'
import controls from '../parts/controls.module.css'
import { NoticeText } from './NoticePage.tsx'

/** Tells where to find support. Everybody gets it, so that it says nothing about anybody's answers. */
export function Closing({ closing, client }: { closing: NonNullable<Form['closing']>; client: string }) {
  return (
    <section className={cx('above-16', controls.card)} style={{ textAlign: 'start' }}>
      <h2>{closing.title}</h2>
      <NoticeText text={closing.text} />
      {closing.contact && (
        <p>
          <b>{client}:</b> <span>{closing.contact}</span>
        </p>
      )}
    </section>
  )
}
