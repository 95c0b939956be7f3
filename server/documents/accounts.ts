import type { Read } from './detail.ts'
import type { Caller } from '../identity/caller.ts'

/** Whether somebody may print account numbers in full: who filed or applied for the document, and who pays it. */
export const mayPrintAccounts = ({ form, process }: Pick<Read, 'form' | 'process'>, { id, roles }: Pick<Caller, 'id' | 'roles'>): boolean =>
  [process.starter, process.applicant].includes(id) || (form.paidBy ?? []).some((role) => roles.includes(role))
