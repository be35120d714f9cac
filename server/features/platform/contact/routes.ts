import { openContact, sendContact } from '#contract/contact.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { acceptMessage, openForm } from './contact.ts'

export const contactRoutes: readonly Route[] = [
  onPlatform.run(openContact, openForm),
  onPlatform.run(sendContact, acceptMessage),
]
