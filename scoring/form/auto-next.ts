interface Section {
  navigation: 'free' | 'linear'
  items: readonly { type: string }[]
}

/** One press answers them, and nothing else is read beside it. */
const answeredByOnePress: readonly string[] = ['likert', 'true_false']

/**
 * True when the next item of the section may follow the answer to this one automatically. False for the last one, and
 * where no way leads back: a press on the wrong option could not be corrected.
 */
export function isFollowed({ navigation, items }: Section, at: number): boolean {
  const item = items[at]
  return (
    navigation === 'free' &&
    item !== undefined &&
    answeredByOnePress.includes(item.type) &&
    at < items.length - 1
  )
}

/** True when a section has such items. */
export const hasAutoNext = (section: Section): boolean =>
  section.items.some((_, at) => isFollowed(section, at))
