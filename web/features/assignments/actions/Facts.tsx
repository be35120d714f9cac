import classes from './Facts.module.css'

/** The consequences of an action, line by line. */
export function Facts({ of }: { of: readonly string[] }) {
  return (
    <ul className={`stack gap-4 ${classes.facts}`}>
      {of.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
