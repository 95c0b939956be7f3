import type { Parameters } from '#kernel/errors.ts'
import type { Directory } from './directory.ts'
import { system, systemName } from './event.ts'
import type { Reason, Refusal } from './types.ts'

/** Creates a message of the engine; `code` is without its prefix `approval.`. */
export const reason = (code: string, parameters: Parameters = {}): Reason => ({ code: `approval.${code}`, parameters })

/** Creates the refusal of a rule. */
export const refusal = (code: string, parameters: Parameters = {}, field?: string): Refusal => ({
  ...reason(code, parameters),
  refusal: true,
  kind: 'refused',
  ...(field === undefined ? {} : { field }),
})

/** Creates the refusal of an action that this person may not take. */
export const forbidden = (code = 'notAllowed'): Refusal => ({ ...reason(code), refusal: true, kind: 'forbidden' })

/** Refusal: another person has already handled the task. */
export const taskMoved: Refusal = { ...reason('taskMoved'), refusal: true, kind: 'taskMoved' }

/** Refusal: the document is not in the state that the action needs. */
export const stateMoved: Refusal = { ...reason('stateMoved'), refusal: true, kind: 'stateMoved' }

/** Returns whether the engine refused a command. */
export const isRefusal = (answer: object): answer is Refusal => 'refusal' in answer

/** A person's name in the directory; the id as fallback. */
export const nameOf = (directory: Directory,
  person: string): string => (person === system ? systemName : (directory.person(person)?.name ?? person))

/** A department's name in the directory; the id as fallback. */
export const departmentName = (directory: Directory, department: string): string => directory.department(department)?.name ?? department
