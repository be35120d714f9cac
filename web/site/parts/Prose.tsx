/** Text as the locale files hold it: paragraphs between empty lines, lists of lines that begin with a dash. */
export function Prose({ text }: { text: string }) {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    const items = lines.filter((line) => line.startsWith('- '))
    const words = lines.filter((line) => !line.startsWith('- ')).join(' ')
    return (
      <div key={block} className="muted prose">
        {words ? <p>{words}</p> : null}
        {items.length > 0 ? (
          <ul>
            {items.map((item) => (
              <li key={item}>{item.slice(2)}</li>
            ))}
          </ul>
        ) : null}
      </div>
    )
  })
}
