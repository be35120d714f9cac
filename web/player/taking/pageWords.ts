import en from '../../../locales/en/player-page.json' with { type: 'json' }
import tr from '../../../locales/tr/player-page.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// The words come with the code of the page of ten, which no phone loads.
keepWords('player-page', { tr, en })
