/** A company as an invoice names it. The tax number is the one that implementations of its rule publish as an example. */
export const companyBilling = {
  title: 'Anadolu Gıda Sanayi ve Ticaret A.Ş.',
  taxOffice: 'Kemeraltı',
  taxNumber: '4540536920',
  address: 'Fevzi Paşa Bulvarı No: 12 Kat: 3',
  district: 'Konak',
  city: 'İzmir',
  country: 'Türkiye',
  email: 'muhasebe@anadolu.example',
  phone: '0232 000 00 00',
}

/** A sole trader. */
export const personBilling = {
  name: 'Ada',
  surname: 'Deniz',
  identityNumber: '17291716060',
  address: 'Cumhuriyet Caddesi 4',
  district: 'Çankaya',
  city: 'Ankara',
  country: 'Türkiye',
  email: 'ada@deniz.example',
  phone: '0532 000 00 00',
}
