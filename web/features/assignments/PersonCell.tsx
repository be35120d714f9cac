import { Avatar } from '../../ui/Avatar.tsx'
import classes from './PersonCell.module.css'

/** A person's name, and under it the address, or the phone of somebody without one. */
export function PersonCell({ name, email, phone }: { name: string; email: string; phone: string }) {
  const contact = email || phone
  return (
    <span className={classes.who}>
      <Avatar name={name} />
      <span className={classes.words}>
        <b dir="auto">{name}</b>
        {contact ? (
          <span className={`meta ${classes.contact}`} title={contact} dir="ltr">
            {contact}
          </span>
        ) : null}
      </span>
    </span>
  )
}
