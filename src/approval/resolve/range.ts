import type { OptionalRange } from '#kernel/flow.ts'
import type { Directory, Person } from '../directory.ts'
import { nameOf, refusal } from '../reason.ts'
import type { SelectUserRule } from '../tree.ts'
import type { Refusal } from '../types.ts'
import type { ApproverQuestion } from './question.ts'
import { departmentLine, mainDepartment } from './superior.ts'

/** Checks the people chosen for a node: not too many, and all within the offered range. */
export function judgeChoice(rule: SelectUserRule, question: Pick<ApproverQuestion, 'facts' | 'document' | 'node'>,
  people: readonly string[]
):
  | Refusal
  | undefined {
  const { document, facts: { directory }, node } = question
  if (people.length > rule.size) return refusal('tooMany', { n: rule.size }, node)
  const outside = people.find((person) => !offers(directory, rule.optionalRange, person, document.starter))
  return outside === undefined ? undefined : refusal('outOfRange', { name: nameOf(directory, outside) }, node)
}

function offers(directory: Directory, range: OptionalRange | undefined, person: string, chooser: string): boolean {
  const found = directory.person(person)
  if (!range || !found) return true
  return tests[range.type](range.ids ?? [], found, { directory, chooser })
}

interface RangeContext {
  readonly directory: Directory
  readonly chooser: string
}

const tests: Record<OptionalRange['type'], (ids: readonly string[], person: Person, around: RangeContext) => boolean> = {
  ALL: () => true,
  DEPT: (ids, person, { directory }) =>
    person.departments.some((department) => departmentLine(directory, department).some((above) => ids.includes(above.id))),
  ROLE: (ids, person) => person.roles.some((role) => ids.includes(role)),
  USERS: (ids, person) => ids.includes(person.id),
  SAME_ENTERPRISE: (_, person, { directory, chooser }) => {
    const own = enterprise(directory, mainDepartment(directory, chooser))
    return own !== undefined && person.departments.some((department) => enterprise(directory, department) === own)
  },
}

const enterprise = (directory: Directory, department: string | undefined): string | undefined =>
  departmentLine(directory, department).find((above) => above.type === 'enterprise')?.id
