import { useChange } from '../use-change.ts'
import { organisationKey } from './calls.ts'

/** Changes the organisation: its pages and the departments that every page knows are asked for anew. */
export const useUnitChange = () => useChange([organisationKey, ['read', 'departments']])
