import en from '../../../locales/en/player-break.json' with { type: 'json' }
import tr from '../../../locales/tr/player-break.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// The words are in the file of breaks and not with the page: few people have any.
keepWords('player-break', { tr, en })
