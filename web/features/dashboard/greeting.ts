/** How somebody is greeted at this hour of their own clock. */
export function greetingAt(now: Date): 'morning' | 'day' | 'evening' {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'day' : 'evening'
}
