export const tabs = ['profile', 'general', 'password', 'preferences', 'sessions'] as const
export type Tab = (typeof tabs)[number]

/** The tab of an address; undefined for one that there is not. */
export const tabOf = (name: string | undefined): Tab | undefined => tabs.find((tab) => tab === name)
