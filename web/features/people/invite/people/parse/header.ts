/** True if a field identifies or reaches a person; a heading without one says too little to read a list by. */
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

const foldWords = (text: string) =>
  text
    .replace(/[Iİı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    // E-posta and e-mail are one word each.
    .replace(/\be[\s.-]?(?=posta|mail)/g, 'e')
    .replace(/\belektronik posta/g, 'eposta')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const wordsOf = (text: string) => new Set(text.split(' '))

/** Words that say what a column is, and those that may be beside them without changing it. */
const byWords: readonly { field: Field; all: readonly Set<string>[]; beside: Set<string> }[] = [
  {
    field: 'email',
    all: [wordsOf('eposta epostasi email emaili mail maili')],
    beside: wordsOf('adres adresi address is kurumsal sirket kisisel work business personal'),
  },
  {
    field: 'phone',
    all: [wordsOf('telefon telefonu tel cep gsm mobil phone mobile cell telephone')],
    beside: wordsOf('no nosu numara numarasi number cep mobil is kisisel work telefon telefonu phone'),
  },
  {
    field: 'staffNumber',
    all: [wordsOf('sicil sicili')],
    beside: wordsOf('no nosu numara numarasi kodu id'),
  },
  {
    field: 'staffNumber',
    all: [
      wordsOf('personel calisan isci staff employee personnel payroll'),
      wordsOf('no nosu numara numarasi number id kodu code'),
    ],
    beside: wordsOf(''),
  },
  {
    field: 'group',
    all: [
      wordsOf(
        'grup grubu bolum bolumu vardiya vardiyasi departman departmani birim birimi ekip ekibi group department shift team unit',
      ),
    ],
    beside: wordsOf('ad adi isim ismi name'),
  },
  {
    field: 'name',
    all: [wordsOf('ad adi isim ismi first name'), wordsOf('soyad soyadi soyisim soyismi surname last')],
    beside: wordsOf('ve and name'),
  },
  { field: 'lastName', all: [wordsOf('soyad soyadi soyisim soyismi surname last')], beside: wordsOf('name') },
  { field: 'firstName', all: [wordsOf('ad adi ismi')], beside: wordsOf('ilk on') },
]

/** Words that say whose column it is, or that it must be filled in. */
const neutral = wordsOf(
  'personel personelin calisan calisanin aday adayin kisi kisinin katilimci candidate employee zorunlu gerekli required optional istege bagli bilgisi',
)

function fieldByWords(text: string): Field | undefined {
  const words = foldWords(text)
  const found = byWords.find(
    ({ all, beside }) =>
      all.every((some) => words.some((word) => some.has(word))) &&
      words.every((word) => beside.has(word) || neutral.has(word) || all.some((some) => some.has(word))),
  )
  return found?.field
}

const fieldIn = (cell: string): Field | undefined =>
  cell.length > 100 ? undefined : (fieldOf.get(foldWords(cell).join('')) ?? fieldByWords(cell))

/**
 * The field of each column of a heading row. Undefined when the row is no heading: it names nothing we know, or has an
 * address in it. "Ad" alone, without a surname's column, is the whole name.
 */
export function readHeader(cells: readonly string[]): (Field | undefined)[] | undefined {
  if (cells.some((cell) => cell.includes('@'))) return undefined
  const fields = cells.map(fieldIn)
  const known = new Set(fields.filter((field) => field !== undefined))
  if (known.size === 0) return undefined
  // A single known word among people is more likely somebody called "Birim" than a heading.
  if (known.size === 1 && cells.filter((cell) => cell.trim() !== '').length > 1 && !known.has('email'))
    return undefined
  return fields
}
