import en from '../../../locales/en/player-taking.json' with { type: 'json' }
import tr from '../../../locales/tr/player-taking.json' with { type: 'json' }
import { keepWords } from '../words.ts'

// The words come with the code of a test and not with the page, which has to fit into its first packets.
keepWords('player-taking', { tr, en })
