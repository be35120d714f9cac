import en from '../../../locales/en/player-preview.json' with { type: 'json' }
import tr from '../../../locales/tr/player-preview.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// The words come with the preview's own code: participants never see them.
keepWords('player-preview', { tr, en })
