export type Field = 'name' | 'firstName' | 'lastName' | 'email' | 'phone' | 'group'

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
for (const field of ['name', 'firstName', 'lastName', 'email', 'phone', 'group'] as const) {
  for (const name of names[field]) fieldOf.set(name, field)
}

const fold = (text: string) =>
  text
    .replace(/[Iİı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

/**
 * What each column of a heading row holds, or undefined when the row is no heading: it names nothing we know, or has an
 * address in it. "Ad" alone, without a surname's column, is the whole name.
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
