import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import { t } from '../words.ts'
import styles from './pages.module.css'

const heights = [96, 96, 96]

/** The shape of what is coming, so that nothing jumps when it is there. */
export function Waiting({ title }: { title: string }) {
  return (
    <Frame title={title} header={<Header />}>
      <h1 className="sr">{title}</h1>
      <p className="sr" role="status">
        {t('player:loading')}
      </p>
      <span className={styles.skeletonLine} style={{ width: '60%', height: 32 }} />
      <div className="stack gap-8 above-16">
        {heights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three alike
          <span key={index} className={styles.skeletonLine} style={{ height }} />
        ))}
      </div>
    </Frame>
  )
}
