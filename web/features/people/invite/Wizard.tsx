import { useTranslation } from 'react-i18next'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { isLocale } from '../../../app/localeSettings.ts'
import { useOffer } from '../../quota/useOffer.ts'
import { CheckStep } from './check/CheckStep.tsx'
import { emptyDraft } from './draft/draft.ts'
import { setAside, useDraft } from './draft/useDraft.ts'
import { PeopleStep } from './people/PeopleStep.tsx'
import { ResultStep } from './result/ResultStep.tsx'
import type { StepProps } from './stepProps.ts'
import { WhatStep } from './tests/WhatStep.tsx'
import { WizardFrame } from './WizardFrame.tsx'

export function Wizard({ client }: { client: SelectedClient }) {
  const { i18n } = useTranslation()
  const language = isLocale(i18n.language) ? i18n.language : 'tr'
  const [draft, dispatch] = useDraft(client.value, language)
  const offer = useOffer(client.value)
  const props: StepProps = { client, draft, dispatch, offer }

  return (
    <WizardFrame step={draft.step}>
      {draft.step === 'people' ? <PeopleStep {...props} /> : null}
      {draft.step === 'what' ? <WhatStep {...props} /> : null}
      {draft.step === 'check' ? <CheckStep {...props} /> : null}
      {draft.step === 'result' && draft.result ? (
        <ResultStep
          result={draft.result}
          client={client}
          locale={draft.locale}
          role={draft.role}
          picked={draft.inventoryIds}
          offers={offer.offers}
          onCorrect={() => dispatch({ type: 'correctFailed' })}
          onAgain={() => {
            setAside(client.value, draft)
            dispatch({ type: 'startOver', draft: emptyDraft(language) })
          }}
        />
      ) : null}
    </WizardFrame>
  )
}
