import { getBrand, logoImage, previewBrand, removeLogo, setLogo, updateBrand } from '#contract/brand.ts'
import { onClient } from '#server/authority/client.ts'
import { brandOf } from '#server/features/memberships/brands/brands.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { changeBrand, clearLogo, logoFile, replaceLogo } from './brand.ts'
import { drawPreview } from './preview.ts'

export const brandRoutes: readonly Route[] = [
  onClient.read(getBrand, (db, { id }) => brandOf(db, id)),
  onClient.write(updateBrand, changeBrand),
  onClient.run(setLogo, replaceLogo),
  onClient.write(removeLogo, clearLogo),
  onClient.run(previewBrand, drawPreview),
  onPlatform.read(logoImage, logoFile),
]
