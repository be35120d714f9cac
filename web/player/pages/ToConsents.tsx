import { myConsents, myData, navigate } from '../address.ts'
import { kioskHere } from '../device/kiosk.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../words.ts'

/** The quiet way to what somebody has read and agreed to, and to their data where nothing else leads there. A shared tablet is given back instead. */
export function ToConsents({ data = false }) {
  if (kioskHere()) return null
  return (
    <div className="text-center">
      <Button look="plain" onClick={() => navigate(myConsents)}>
        {t('player:list.consents')}
      </Button>
      {data && (
        <Button look="plain" onClick={() => navigate(myData)}>
          {t('player:list.data')}
        </Button>
      )}
    </div>
  )
}
