interface HiddenTableProps {
  caption: string
  /** The heads of the columns; the first is that of the rows' own names. */
  heads: readonly string[]
  rows: readonly { name: string; cells: readonly string[] }[]
}

/** A drawing's figures for screen readers. */
export function HiddenTable({ caption, heads, rows }: HiddenTableProps) {
  return (
    <div className="sr">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
