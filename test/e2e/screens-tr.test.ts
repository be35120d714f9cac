import { everyScreen } from './screens/every-screen.ts'

everyScreen('tr')
