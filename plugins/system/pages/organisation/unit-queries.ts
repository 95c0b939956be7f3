import { organisationKey } from './calls.ts'

/** The queries that a change of the organisation makes old: its pages, and the departments that every page knows. */
export const unitQueries = [organisationKey, ['read', 'departments']] as const
