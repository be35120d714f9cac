import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/Avatar.tsx'
import classes from './PersonCell.module.css'

interface PersonCellProps {
  name: string
  email: string
  phone: string
  staffNumber?: string
}

/** A person's name, and under it what they are known by: the address, else the phone, else the staff number. */
export function PersonCell({ name, email, phone, staffNumber }: PersonCellProps) {
  const { t } = useTranslation()
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
        ) : staffNumber ? (
          <span className={`meta ${classes.contact}`}>
            {t('common:staffNumber')} <bdi>{staffNumber}</bdi>
          </span>
        ) : null}
      </span>
    </span>
  )
}
