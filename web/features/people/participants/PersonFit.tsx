import { JobFitCard } from '../../assignments/job-profiles/JobFitCard.tsx'
import type { PersonDetails } from './personDetails.ts'
import { usePersonTests } from './usePersonTests.ts'

/** The person's newest result of each test, beside a job profile of it. */
export function PersonFit({ clientId, person }: { clientId: string; person: PersonDetails }) {
  const tests = usePersonTests(clientId, person.userId).data?.results ?? []
  const results = tests
    .filter(({ shareable }) => shareable)
    .map(({ id, inventory }) => ({ assignmentId: id, inventory: inventory.id }))
  return results.length > 0 ? <JobFitCard clientId={clientId} results={results} /> : null
}
