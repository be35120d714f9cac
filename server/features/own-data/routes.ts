import type { FastifyInstance } from 'fastify'
import { confirmOwnAddress, getOwnData, ownDataPdf, updateOwnProfile } from '#contract/own-data.ts'
import type { Deps } from '#server/deps.ts'
import { asJpeg } from '#server/features/avatars/picture.ts'
import { attachment } from '#server/http/attachment.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { pictureStart, readOwnData } from './data.ts'
import { paperOf } from './paper.ts'
import { confirmAddress, correctProfile } from './profile.ts'

export function ownDataRoutes(app: FastifyInstance, { db, http, pdf, config }: Deps): void {
  route(app, http, getOwnData, {
    handle: ({ caller, locale, request }) =>
      readOwnData(db, config.slipKey, caller, { locale, address: request.ip, way: 'json' }),
  })
  route(app, http, ownDataPdf, {
    handle: async ({ caller, query, locale: asked, request, reply }) => {
      const locale = query.lang ?? asked
      const data = await readOwnData(db, config.slipKey, caller, { locale, address: request.ip, way: 'pdf' })
      const { picture } = data.account
      const drawn =
        picture === null ? null : await asJpeg(Buffer.from(picture.slice(pictureStart.length), 'base64'))
      const file = await pdf.renderPaper(paperOf(data, drawn, locale))
      reply.header('content-disposition', attachment(`${translate(locale, 'exports:file.ownData')}.pdf`))
      return Buffer.from(file)
    },
  })
  route(app, http, updateOwnProfile, {
    handle: ({ caller, body, request }) => correctProfile(db, { caller, address: request.ip }, body),
  })
  route(app, http, confirmOwnAddress, {
    handle: ({ caller, body, request }) =>
      confirmAddress(db, config.slipKey, { caller, address: request.ip }, body.code),
  })
}
