import { organisationKey } from './calls.ts'

/** Query keys that a change of the organisation invalidates. */
export const unitQueries = [organisationKey, ['read', 'departments']] as const
