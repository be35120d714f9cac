/**
 * Text that changes without a press, such as a figure that is asked for again and again. With each change it is another
 * element, as in the player's: a page translator puts its own in place of a text, and what React then changes is seen
 * nowhere, or ends the page where something was to be put before it.
 */
export const LiveText = ({ children }: { children: string }) => (
  <span key={children} translate="no">
    {children}
  </span>
)
