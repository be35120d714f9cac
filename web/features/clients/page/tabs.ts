export const tabs = ['managers', 'candidates', 'employees', 'quota', 'prices', 'orders', 'activity'] as const
export type Tab = (typeof tabs)[number]

export const isTab = (text: string | undefined): text is Tab => tabs.some((tab) => tab === text)
