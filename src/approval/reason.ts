import type { Parameters } from '#kernel/errors.ts'
import type { Directory } from './directory.ts'
import { system, systemName } from './event.ts'
import type { Reason, Refusal } from './types.ts'

/** A sentence of the engine by its code below `approval.`, with the values of its blanks. */
export const reason = (code: string, parameters: Parameters = {}): Reason => ({ code: `approval.${code}`, parameters })

/** A rule says no. */
export const refusal = (code: string, parameters: Parameters = {}, field?: string): Refusal => ({
  ...reason(code, parameters),
  refusal: true,
  kind: 'refused',
  ...(field === undefined ? {} : { field }),
})

/** Not this person. */
export const forbidden = (code = 'notAllowed'): Refusal => ({ ...reason(code), refusal: true, kind: 'forbidden' })

/** Someone else was faster with the task. */
export const taskMoved: Refusal = { ...reason('taskMoved'), refusal: true, kind: 'taskMoved' }

/** The document is not in the state that the action needs. */
export const stateMoved: Refusal = { ...reason('stateMoved'), refusal: true, kind: 'stateMoved' }

/** Returns whether the engine refused a command, instead of answering with events. */
export const isRefusal = (answer: object): answer is Refusal => 'refusal' in answer

/** A person's name as the directory has it; the id where it has none. */
export const nameOf = (directory: Directory,
  person: string): string => (person === system ? systemName : (directory.person(person)?.name ?? person))

/** A department's name as the directory has it; the id where it has none. */
export const departmentName = (directory: Directory, department: string): string => directory.department(department)?.name ?? department
