import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

export interface Crowd {
  people: number
  /** The number of the people's assignments, spread over two inventories and two years. */
  assignments: number
  /** The number of the newest completed ones that have results; a thousand by default. */
  results?: number
}

const first = sql`string_to_array('Ayşe Mehmet Fatma Ahmet Zeynep Şükrü Gülizar İbrahim Çağla Oğuz Emine Mustafa Hatice Ali Elif Hüseyin Meryem Hasan Zehra İsmail Şerife Osman Sultan Yusuf Hanife Murat Merve Ömer Havva Ramazan Zeliha Halil Esra Süleyman Fadime Abdullah Özlem Recep Hacer Salih Yasemin Fatih Hülya Kadir Cemile Emre Sevim Hakan Gülsüm Adem Leyla Kemal Dilek Yaşar Büşra Bekir Aysel Musa', ' ')`
const last = sql`string_to_array('Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Özcan Korkmaz Çakır Erdoğan Yavuz Can Acar Şen Aktaş Güler Yalçın Güneş Bozkurt Bulut Keskin Ünal Turan Gül Özer Işık Kaplan Avcı Sarı Tekin Taş Köse Yüksel Ateş Aksoy Uçar Duman Çiftçi Bayram Ceylan Uysal Coşkun Gündüz Sönmez Tunç Uzun Karaca Özkaya Büyükçavuşoğlu İnce Deniz Akgül Eren Toprak Kahraman Aydoğan Bilgin Candan Durmaz Ekinci Fırat Genç Hızlı Ilgaz Karataş Mutlu Nalbant Oral Pekcan Sezer Soylu Topal Uğur Varol Zorlu', ' ')`

/** A client with many people and assignments of every status, written by SQL. @returns its id */
export async function addCrowd(
  db: Database,
  { people, assignments, results = 1000 }: Crowd,
): Promise<string> {
  const clientId = newId()
  await sql`
    INSERT INTO clients (id, name, email, phone, status)
    VALUES (${clientId}, ${`Bench ${people}`}, 'bench@example.test', '0212 000 00 00', 'active')`.execute(db)
  await sql`
    CREATE TEMPORARY TABLE crowd AS
    SELECT n, gen_random_uuid() AS user_id, gen_random_uuid() AS membership_id,
           (${first})[1 + n % 58] || ' ' || (${last})[1 + n * 7 % 89] AS name,
           'p' || n || '.' || left(${clientId}, 13) || '@example.test' AS email,
           'Hat ' || (1 + n % 40) AS group_name
    FROM generate_series(1, ${people}::int) AS n`.execute(db)
  await sql`
    INSERT INTO users (id, public_id, email, name, locale)
    SELECT user_id, 'usr_' || user_id, email, name, 'tr' FROM crowd`.execute(db)
  await sql`
    INSERT INTO memberships (client_id, id, user_id, role, name, email, group_name, search_text, joined_at)
    SELECT ${clientId}, membership_id, user_id, 'candidate', name, email, group_name, fold_text(name || ' ' || email),
           now() - n * interval '5 minutes'
    FROM crowd`.execute(db)
  // The rows are added in parts: one statement for all would take longer than a statement may.
  for (let from = 1; from <= assignments; from += 100_000)
    await addAssignments(db, { clientId, people, assignments, from })
  await addResults(db, clientId, results)
  await addScores(db, clientId)
  await sql`DROP TABLE crowd`.execute(db)
  // Autovacuum leaves tables like this some minutes after so much was written.
  for (const table of [
    'memberships',
    'assignments',
    'attempts',
    'results',
    'result_scores',
    'users',
    'tally_changes',
  ])
    await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(db)
  return clientId
}

/** Seven of ten completed, the rest pending, begun, expired and cancelled. */
async function addAssignments(
  db: Database,
  { clientId, people, assignments, from }: Crowd & { clientId: string; from: number },
): Promise<void> {
  const to = Math.min(assignments, from + 99_999)
  const manager = sql`(SELECT id FROM users WHERE email = 'manager@demo.test')`
  await sql`
    CREATE TEMPORARY TABLE given AS
    SELECT g.n, gen_random_uuid() AS id, c.membership_id, c.user_id, v.inventory_id, v.id AS version_id,
           CASE WHEN g.n % 10 < 7 THEN 'completed' WHEN g.n % 10 = 8 THEN 'expired' WHEN g.n % 10 = 9 THEN 'cancelled'
                WHEN g.n > ${people}::int THEN 'completed' ELSE 'pending' END AS status,
           now() - (${assignments}::int - g.n) * (interval '730 days' / ${assignments}::int) AS created_at
    FROM generate_series(${from}::int, ${to}::int) AS g (n)
    JOIN crowd c ON c.n = 1 + g.n % ${people}::int
    JOIN LATERAL (
      SELECT * FROM (SELECT id, inventory_id, row_number() OVER (ORDER BY published_at, id) AS place
                     FROM inventory_versions) AS ordered
      WHERE place = 1 + g.n / 10 % 2
    ) v ON true`.execute(db)
  await sql`
    INSERT INTO assignments (client_id, id, membership_id, user_id, inventory_id, version_id, description, locale,
                             due_date, status, created_at, created_by, started_at, ended_at, end_reason)
    SELECT ${clientId}, id, membership_id, user_id, inventory_id, version_id, 'Hat operatörü alımı', 'tr',
           (created_at + interval '14 days')::date, status, created_at, ${manager},
           CASE WHEN status = 'completed' OR n % 4 = 0 THEN created_at + interval '1 day' END,
           CASE WHEN status <> 'pending' THEN created_at + interval '2 days' END,
           CASE status WHEN 'expired' THEN 'past_due' WHEN 'cancelled' THEN 'cancelled' END
    FROM given`.execute(db)
  await sql`
    INSERT INTO attempts (client_id, id, assignment_id, user_id, version_id, locale, started_at, closed_at, closed_by, receipt)
    SELECT ${clientId}, gen_random_uuid(), id, user_id, version_id, 'tr', created_at + interval '1 day',
           created_at + interval '2 days', 'person', left(id::text, 8)
    FROM given WHERE status = 'completed'`.execute(db)
  await sql`DROP TABLE given`.execute(db)
}

/** The newest completed ones have results, as somebody of the demo has. */
async function addResults(db: Database, clientId: string, results: number): Promise<void> {
  await sql`
    INSERT INTO results (client_id, attempt_id, assignment_id, version_id, scores)
    SELECT a.client_id, t.id, a.id, a.version_id, sample.scores
    FROM (SELECT * FROM assignments WHERE client_id = ${clientId} AND status = 'completed'
          ORDER BY ended_at DESC LIMIT ${results}::int) AS a
    JOIN attempts t ON t.client_id = a.client_id AND t.assignment_id = a.id
    JOIN LATERAL (SELECT scores FROM results r WHERE r.version_id = a.version_id AND r.client_id <> ${clientId}
                  LIMIT 1) AS sample ON true`.execute(db)
}

/** Each result has the scores that lists show, spread as those of the demo's people are, in any of their bands. */
async function addScores(db: Database, clientId: string): Promise<void> {
  await sql`
    INSERT INTO result_scores
      (client_id, attempt_id, assignment_id, membership_id, inventory_id, version_id, key, value, se, band)
    SELECT r.client_id, r.attempt_id, r.assignment_id, a.membership_id, sample.inventory_id, r.version_id, sample.key,
           sample.mean + sample.spread * (random() + random() + random() - 1.5) * 2, sample.se,
           sample.bands[1 + floor(random() * cardinality(sample.bands))::int]
    FROM results r JOIN assignments a ON a.client_id = r.client_id AND a.id = r.assignment_id JOIN (
      SELECT version_id, inventory_id, key, avg(value) AS mean, coalesce(stddev_samp(value), 1) AS spread, max(se) AS se,
             array_agg(DISTINCT band) AS bands
      FROM result_scores WHERE client_id <> ${clientId} GROUP BY version_id, inventory_id, key
    ) AS sample ON sample.version_id = r.version_id
    WHERE r.client_id = ${clientId}`.execute(db)
}
