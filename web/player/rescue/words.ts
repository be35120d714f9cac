import en from '../../../locales/en/player-rescue.json' with { type: 'json' }
import tr from '../../../locales/tr/player-rescue.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// The words are in the sheet's own file and not with the page: hardly anybody needs them.
keepWords('player-rescue', { tr, en })
