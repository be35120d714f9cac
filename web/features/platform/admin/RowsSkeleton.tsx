import classes from './dashboard.module.css'

/** Grey lines where rows will be. */
export function RowsSkeleton() {
  return (
    <div className={`stack gap-16 ${classes.skeleton}`}>
      <span />
      <span />
      <span />
    </div>
  )
}
