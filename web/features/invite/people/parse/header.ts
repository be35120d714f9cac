/** What somebody can be reached or known by; a heading that names none of them says too little to read a list by. */
export const namesContact = (fields: readonly (Field | undefined)[]) =>
  fields.some((field) => field === 'email' || field === 'phone' || field === 'staffNumber')

export type Field = 'name' | 'firstName' | 'lastName' | 'email' | 'phone' | 'staffNumber' | 'group'

// Folded names: lower case, Turkish letters plain, nothing but letters and digits.
const names: Record<Field, readonly string[]> = {
  name: [
    'adsoyad',
    'adisoyadi',
    'adsoyadi',
    'adivesoyadi',
    'advesoyad',
    'isimsoyisim',
    'isim',
    'adayadi',
    'personel',
    'kisi',
    'fullname',
    'name',
    'namesurname',
    'candidatename',
    'candidate',
    'employee',
  ],
  firstName: ['ad', 'adi', 'ilkad', 'onad', 'firstname', 'first', 'givenname', 'forename'],
  lastName: ['soyad', 'soyadi', 'soyisim', 'lastname', 'last', 'surname', 'familyname'],
  email: [
    'eposta',
    'epostaadresi',
    'email',
    'emailaddress',
    'emailadresi',
    'mail',
    'mailadresi',
    'elektronikposta',
    'candidateemail',
  ],
  phone: [
    'telefon',
    'telefonu',
    'telefonno',
    'telefonnumarasi',
    'tel',
    'telno',
    'ceptelefonu',
    'cep',
    'ceptel',
    'gsm',
    'gsmno',
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'cell',
  ],
  staffNumber: [
    'sicil',
    'sicilno',
    'sicilnumarasi',
    'personelno',
    'personelnumarasi',
    'calisanno',
    'staffnumber',
    'staffno',
    'staffid',
    'employeenumber',
    'employeeno',
    'employeeid',
    'personnelnumber',
    'payrollnumber',
  ],
  group: [
    'grup',
    'grubu',
    'bolum',
    'bolumu',
    'vardiya',
    'vardiyasi',
    'departman',
    'departmani',
    'birim',
    'ekip',
    'group',
    'department',
    'shift',
    'team',
    'unit',
  ],
}

const fieldOf = new Map<string, Field>()
for (const field of ['name', 'firstName', 'lastName', 'email', 'phone', 'staffNumber', 'group'] as const) {
  for (const name of names[field]) fieldOf.set(name, field)
}

const fold = (text: string) =>
  text
    .replace(/[Iİı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

/**
 * What each column of a heading row contains, or undefined when the row is no heading: it names nothing we know, or has
 * an address in it. "Ad" alone, without a surname's column, is the whole name.
 */
export function readHeader(cells: readonly string[]): (Field | undefined)[] | undefined {
  if (cells.some((cell) => cell.includes('@'))) return undefined
  const fields = cells.map((cell) => fieldOf.get(fold(cell)))
  const known = new Set(fields.filter((field) => field !== undefined))
  if (known.size === 0) return undefined
  // A single known word among people is more likely somebody called "Birim" than a heading.
  if (known.size === 1 && cells.filter((cell) => cell.trim() !== '').length > 1 && !known.has('email'))
    return undefined
  return fields
}
