import classes from './dashboard.module.css'

/** Grey lines where rows will be. */
export function Bones() {
  return (
    <div className={classes.bones}>
      <span />
      <span />
      <span />
    </div>
  )
}
