import sharp from 'sharp'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { changeBrand, replaceLogo } from '#server/features/clients/brand/brand.ts'
import type { Actor } from '#server/http/subject.ts'

const green = '#0a7d55'

/** An ear of wheat on a round plate, and two fields beside it: drawn without letters, which would depend on the system's fonts. */
function wheat(): string {
  const grain = (x: number, y: number, turn: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="6" ry="12" transform="rotate(${turn} ${x} ${y})"/>`
  const grains = [34, 52, 70].flatMap((y) => [grain(49, y, -35), grain(71, y, 35)])
  return `<svg xmlns="http://www.w3.org/2000/svg" width="280" height="120">
<circle cx="60" cy="60" r="56" fill="${green}"/>
<g fill="#fff"><rect x="58" y="30" width="4" height="74" rx="2"/>${grain(60, 22, 0)}${grains.join('')}</g>
<g fill="none" stroke-linecap="round" stroke-width="12">
<path d="M140 84Q175 30 208 62T268 40" stroke="${green}"/>
<path d="M140 104Q178 60 210 86T268 68" stroke="#e3a008"/>
</g></svg>`
}

/** Gives the demo's first client a logo, a colour and words of its own. */
export async function brandDemo(db: Database, client: AuthorizedClient, by: Actor): Promise<void> {
  await replaceLogo(db, client, await sharp(Buffer.from(wheat())).png().toBuffer(), by)
  const words = {
    color: green,
    senderName: 'Anadolu Gıda İnsan Kaynakları',
    introTr: 'Başvurunuz için teşekkür ederiz.\nTestler, size uygun işi birlikte bulmamıza yardım eder.',
    introEn: 'Thank you for applying.\nThe tests help us find the right job for you, together.',
    thanksTr: 'Zaman ayırdığınız için teşekkürler. İki hafta içinde sizi ararız.',
    thanksEn: 'Thank you for your time. We’ll call you within two weeks.',
  }
  await db.transaction().execute((tx) => changeBrand(tx, client, words, by))
}
