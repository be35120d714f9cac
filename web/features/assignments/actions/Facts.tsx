import classes from './Facts.module.css'

/** The consequences of an action, line by line. */
export function Facts({ of }: { of: readonly string[] }) {
  return (
    <ul className={classes.facts}>
      {of.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
