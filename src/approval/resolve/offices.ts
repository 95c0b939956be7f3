import { bilingual } from '#kernel/wording/names.ts'
import { departmentName, nameOf, reason, refusal } from '../reason.ts'
import type { ApproverAnswer, ApproverQuestion } from './question.ts'
import { filingDepartment, found, join, nobody, problem } from './question.ts'
import { isActive, departmentLine, mainDepartment, superiorOf } from './superior.ts'

/** There is neither a director nor a deputy. */
const noHead = refusal('noHead')

/**
 * The head of each distinct department of a field, its deputy where it has none.
 *
 * Of a person field, the head of that person's main department.
 */
export function departmentHeads(question: ApproverQuestion, field = 'applicantDept'): ApproverAnswer {
  return ofDepartments(question, field, (department) => {
    const { directory } = question.facts
    const { head, deputy } = directory.department(department) ?? {}
    const name = { department: departmentName(directory, department) }
    if (head !== undefined) return found(head, reason('reason.departmentHead', name))
    return deputy === undefined ? problem(noHead) : found(deputy, reason('reason.departmentDeputy', name))
  })
}

/** The vice president in charge of each department: its own, else that of the nearest department above. */
export function vicePresidents(question: ApproverQuestion, field = 'applicantDept'): ApproverAnswer {
  return ofDepartments(question, field, (department) => {
    const { directory } = question.facts
    const holder = departmentLine(directory, department).find((above) => above.vicePresident !== undefined)?.vicePresident
    if (holder === undefined) return problem(noHead)
    return found(holder, reason('reason.vicePresident', { department: departmentName(directory, department) }))
  })
}

/** The general manager of the nearest enterprise above the filing department, else of anything above it. */
export function generalManagers(question: ApproverQuestion): ApproverAnswer {
  const { directory } = question.facts
  const line = departmentLine(directory, filingDepartment(question)).filter((above) => above.generalManager !== undefined)
  const place = line.find((above) => above.type === 'enterprise') ?? line[0]
  if (place?.generalManager === undefined) return nobody
  return found(place.generalManager, reason('reason.generalManager', { department: place.name }))
}

/** So many levels above the person of a field, or above the applicant; the highest there is where the line ends. */
export function superiors(question: ApproverQuestion, levels: number, field?: string): ApproverAnswer {
  const { directory } = question.facts
  const people = field === undefined ? [question.document.applicant] : distinct(question.facts.values(field))
  return join(people.map((person) => {
    let from = field === undefined ? filingDepartment(question) : mainDepartment(directory, person)
    let above: string | undefined
    for (let level = 0; level < levels; level += 1) {
      const next = superiorOf(directory, above ?? person, from, (candidate) => candidate === person)
      if (!next) break
      above = next.person
      from = next.department
    }
    if (above === undefined) return problem(noHead)
    return found(above, reason('reason.superior', { name: nameOf(directory, person) }))
  }))
}

/** The person who answers for each record of a field. */
export function owners({ facts }: ApproverQuestion, field: string): ApproverAnswer {
  const kind = facts.recordKind?.(field)
  const known = kind === undefined ? undefined : facts.directory.owners(kind)
  if (!known) return nobody
  const owner = bilingual(known)
  return join(distinct(facts.values(field)).map((id) => {
    const person = known.person(id)
    if (person !== undefined) return found(person, reason('reason.owner', { owner }))
    const missing = refusal(known.missing ?? 'noOwner', { record: facts.label?.(field, id) ?? id, owner })
    return problem(known.demanded ? { ...missing, isFinal: true } : missing)
  }))
}

function ofDepartments(question: ApproverQuestion, field: string, answer: (department: string) => ApproverAnswer): ApproverAnswer {
  const departments = departmentsIn(question, field)
  return 'problems' in departments ? departments : join(departments.map(answer))
}

function departmentsIn(question: ApproverQuestion, field: string): readonly string[] | ApproverAnswer {
  const { directory } = question.facts
  const values = distinct(question.facts.values(field))
  if (values.length > 0) return distinct(values.map((value) => asDepartment(question, value)))
  if (field !== 'applicantDept') return []
  const own = directory.person(question.document.applicant)?.departments ?? []
  return own.length > 1 ? problem(refusal('chooseDepartment')) : own
}

/** A person's main department where the value names a person. */
function asDepartment({ facts: { directory } }: ApproverQuestion, value: string): string {
  if (directory.department(value) || !isActive(directory, value)) return value
  return mainDepartment(directory, value) ?? value
}

/** The values without repetition, in the order in which each came first. */
export const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)]
