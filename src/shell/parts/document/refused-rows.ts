import { createContext, useContext } from 'react'

/** Rows that another system refused, as `items 2`, from 1. */
export const RefusedRows = createContext<ReadonlySet<string>>(new Set())

/** Returns whether another system refused a row of the document. @param place from 1 */
export const useIsRefused = (table: string, place: number): boolean => useContext(RefusedRows).has(`${table} ${place}`)
