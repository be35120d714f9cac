import { useTranslation } from 'react-i18next'
import { Avatar } from './Avatar.tsx'
import classes from './PersonCell.module.css'

interface Known {
  email: string
  phone: string
  staffNumber?: string
}

/** A person's name, and under it what they are known by. */
export function PersonCell({ name, ...known }: Known & { name: string }) {
  return (
    <span className="row min-0 gap-12">
      <Avatar name={name} />
      <span className={`stack min-0 ${classes.words}`}>
        <b dir="auto">{name}</b>
        <KnownBy {...known} />
      </span>
    </span>
  )
}

/** Tells somebody from a namesake: the address, else the phone, else the staff number. */
export function KnownBy({ email, phone, staffNumber }: Known) {
  const { t } = useTranslation()
  const contact = email || phone
  if (contact)
    return (
      <span className={`ellipsis meta ${classes.contact}`} title={contact} dir="ltr">
        {contact}
      </span>
    )
  if (!staffNumber) return null
  return (
    <span className={`ellipsis meta ${classes.contact}`}>
      {t('common:staffNumber')} <bdi>{staffNumber}</bdi>
    </span>
  )
}
