import type { ReactNode } from 'react'

/** The head of a text page: its title, a sentence or two, and a drawing. */
export function PageTop({ title, lead, art }: { title: string; lead: string; art?: ReactNode }) {
  return (
    <div className="row wrap page-top">
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {art ? <div className="stack centered rigid well edged page-art">{art}</div> : null}
    </div>
  )
}
