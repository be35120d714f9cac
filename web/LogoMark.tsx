/** A beam, a post and two pans in balance, in the colour of the text around it. */
export function LogoMark(look: { className?: string | undefined; width?: number; height?: number }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" {...look}>
      <path d="M7 5H25M16 5V28" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M7 5.5L2 17.25A5.1 5.1 0 0 0 12 17.25ZM25 5.5L20 17.25A5.1 5.1 0 0 0 30 17.25Z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  )
}
