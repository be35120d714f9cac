import { createContext, useContext } from 'react'

/** The words of the page's title; the router takes them from the table of pages. */
export const PageTitle = createContext('')

export const usePageTitle = (): string => useContext(PageTitle)
