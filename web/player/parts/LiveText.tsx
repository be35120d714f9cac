interface LiveTextProps {
  children: string
  className?: string | undefined
}

/**
 * Text that changes while it is on the screen. With each change it is another element: a page translator puts its own in
 * place of the text within an element, and a change of that text would be written where nobody sees it.
 */
export const LiveText = ({ children, className }: LiveTextProps) => (
  <span key={children} className={className} translate="no">
    {children}
  </span>
)
