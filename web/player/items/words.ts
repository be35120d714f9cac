import en from '../../../locales/en/player-item.json' with { type: 'json' }
import tr from '../../../locales/tr/player-item.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// The words come with the code of a test and not with the page, which has to fit into its first packets.
keepWords('player-item', { tr, en })
