import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasEmailShape } from '#contract/emailShape.ts'
import { AvatarField } from '../../ui/form/AvatarField.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { EmailsField } from '../../ui/form/EmailsField.tsx'
import { FileField } from '../../ui/form/FileField.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import classes from './gallery.module.css'
import { Line, Part } from './Part.tsx'

export function Fields() {
  const { t } = useTranslation()
  const label = t('gallery:field.label')
  const help = t('gallery:field.help')
  const error = t('gallery:field.error')
  return (
    <Part name="fields">
      <div className={classes.fields}>
        {(['lg', 'md', 'sm', 'xs'] as const).map((size) => (
          <TextField
            key={size}
            size={size}
            label={`${label} ${size}`}
            placeholder={t('gallery:field.placeholder')}
          />
        ))}
        <TextField label={label} help={help} icon={<IconUser aria-hidden />} defaultValue="Ayşe Demir" />
        <TextField label={label} help={help} error={error} defaultValue="A" />
        <TextField label={t('gallery:field.untouched')} error={error} touched={false} />
        <TextField label={t('gallery:field.flagged')} invalid optional />
        <TextField label={t('gallery:disabled')} disabled defaultValue="Ayşe Demir" />
        <PasswordField label={t('gallery:field.password')} defaultValue="kirmizi-kiremit" />
        <SelectField
          label={t('gallery:field.select')}
          data={['MYT', 'AYT', 'SCL90', 'ENGLISH']}
          defaultValue="AYT"
        />
        <SelectField label={t('gallery:field.select')} data={['MYT']} error={error} />
        <TextareaField label={t('gallery:field.textarea')} help={help} />
        <div className={classes.stack}>
          <CheckboxField label={t('gallery:field.checkbox')} />
          <CheckboxField label={t('gallery:field.checkbox')} defaultChecked />
          <CheckboxField label={t('gallery:field.checkbox')} indeterminate />
          <CheckboxField label={t('gallery:disabled')} disabled />
        </div>
        <Wide />
      </div>
    </Part>
  )
}

function Wide() {
  const { t } = useTranslation()
  const [emails, setEmails] = useState(['ayse.demir@example.test', 'can@'])
  const [day, setDay] = useState<string | null>('2026-11-21')
  const [file, setFile] = useState<File | null>(null)
  const [search, setSearch] = useState('Ayşe')
  const [mode, setMode] = useState('one')
  return (
    <>
      <DateField label={t('gallery:field.date')} value={day} onChange={setDay} />
      <EmailsField
        label={t('gallery:field.emails')}
        help={t('gallery:field.emailsHelp')}
        value={emails}
        onChange={setEmails}
        isEmail={hasEmailShape}
      />
      <FileField
        label={t('gallery:field.file')}
        help={t('gallery:field.fileHelp')}
        file={file}
        onFile={setFile}
      />
      <FileField
        label={t('gallery:field.file')}
        error={t('gallery:field.fileError')}
        file={null}
        onFile={setFile}
      />
      <AvatarField
        label={t('gallery:field.avatar')}
        name="Ayşe Demir"
        src=""
        onChoose={() => {}}
        onRemove={() => {}}
      />
      <div className={classes.stack}>
        <SearchField value={search} onChange={setSearch} placeholder={t('gallery:field.search')} />
        <Line>
          <Segmented
            label={t('gallery:field.mode')}
            value={mode}
            onChange={setMode}
            data={[
              { value: 'one', label: t('gallery:field.one') },
              { value: 'many', label: t('gallery:field.many') },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </Line>
      </div>
    </>
  )
}
