/** The invented people of the demo client: name and group. Any likeness is chance. */
export const demoPeople: readonly (readonly [name: string, group: string])[] = [
  ['Gülşah Öztürk', '1. Vardiya'],
  ['Mehmet Yıldırım', '1. Vardiya'],
  ['Hatice Karaağaç', '2. Vardiya'],
  ['Şükrü İğneci', '2. Vardiya'],
  ['Yiğit Öztürk', 'Ofis'],
  ['İsmail Çağlar', '1. Vardiya'],
  ['Gülizar Işık', '1. Vardiya'],
  ['Ömer Faruk Büyükçavuşoğlu', 'Depo'],
  ['Elif Şahin', 'Ofis'],
  ['Nurettin Eğilmez', 'Depo'],
  ['Songül Açıkgöz', '2. Vardiya'],
  ['Ayşe Nur Demirtaş', '1. Vardiya'],
  ['Mustafa Kılıç', '2. Vardiya'],
  ['Büşra Öğüt', 'Ofis'],
  ['Halil İbrahim Çelik', 'Depo'],
  ['Zehra Güneş', '1. Vardiya'],
  ['Veli Şimşek', '2. Vardiya'],
  ['Fatma Nur Doğan', '1. Vardiya'],
  ['Uğur Çetinkaya', 'Depo'],
  ['Gökçe Ünsal', 'Ofis'],
  ['Kadir Işıl', '2. Vardiya'],
  ['Emine Yavuz', '1. Vardiya'],
  ['Hüseyin Aksoy', '1. Vardiya'],
  ['Sevgi Korkmaz', '2. Vardiya'],
  ['Murat Taş', 'Depo'],
  ['Derya Yılmazer', 'Ofis'],
  ['Cemal Öner', '2. Vardiya'],
  ['Pınar Coşkun', '1. Vardiya'],
  ['Recep Uçar', 'Depo'],
  ['Nazlı Ergün', '2. Vardiya'],
  ['Deniz Katılımcı', 'Ofis'],
  ['Bekir Sönmez', '1. Vardiya'],
  ['Çiğdem Arıkan', '2. Vardiya'],
  ['Ferhat Bozkurt', 'Depo'],
  ['İpek Tunç', '1. Vardiya'],
  ['Kerem Özdemir', '2. Vardiya'],
  ['Leyla Sarı', '1. Vardiya'],
  ['Orhan Güçlü', 'Depo'],
  ['Rukiye Koç', '2. Vardiya'],
  ['Tuğba Akın', 'Ofis'],
]

/** The one of them who has a password: participant@demo.test. */
export const demoParticipant = 'Deniz Katılımcı'

/**
 * The number of the demo's people who have done all their tests; the others have not begun, or stopped in the middle.
 */
export const finished = 30

/** The number of them who are employees; the others have applied. */
export const employed = 26

/** The test that the demo participant has taken, with feedback to read. */
export const participantTest = 'AYT'
