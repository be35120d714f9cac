import en from '../../../locales/en/player-preview.json' with { type: 'json' }
import tr from '../../../locales/tr/player-preview.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// With the preview's own code: those who take a test never see them.
keepWords('player-preview', { tr, en })
