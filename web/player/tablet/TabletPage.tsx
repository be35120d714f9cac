import { type ReactNode, useEffect } from 'react'
import { cx } from '../cx.ts'
import { TabletHeader } from './TabletHeader.tsx'

interface TabletPageProps {
  title: string
  children: ReactNode
  /** One thing in the middle of the screen. */
  middle?: boolean
}

export function TabletPage({ title, children, middle = false }: TabletPageProps) {
  useEffect(() => {
    document.title = `${title} · Terazi`
  }, [title])
  return (
    <div className="stack clip tab-screen">
      <header className="surface">
        <TabletHeader />
      </header>
      <main className={cx('flex vertical tab-main', middle && 'tab-middle')}>{children}</main>
    </div>
  )
}
