import '../theme/fonts.css'
import '../theme/tokens.css'
import '../theme/elements.css'
import './styles/base.css'
import '../theme/utilities.css'
import './styles/frame.css'
import './styles/drawings.css'
import './styles/parts.css'
import './styles/home.css'
import './styles/pages.css'
import './styles/text.css'
import { followContact } from './browser/contact.ts'
import { entryOf } from './browser/entry.ts'
import { followLanguage, takeChosenLanguage } from './browser/language.ts'
import { followMenu } from './browser/menu.ts'
import { followMode } from './browser/mode.ts'

// The pages are complete without any of this: what follows remembers choices and closes the menu.
followLanguage()
followMode()
followMenu()
followContact()
entryOf()
void takeChosenLanguage()
