import type { Fields } from '../fields.ts'
import { markRolesOf } from '../fields/marks.ts'
import { isHostRole } from '../fields/roles.ts'
import type { DocumentMark } from '../plugin.ts'
import { type Finding, finding, unknown, untranslated } from './problem.ts'

/** Fields whose role is neither known to the framework nor a mark that a module declares. */
export const markFindings = (fields: Fields, marks: ReadonlySet<string>): Finding[] =>
  unknown(markRolesOf(fields), (role) => marks.has(role), { where: 'as', what: { cn: '字段角色', en: 'field role' } })

/** A mark without its texts, or under the name of a role of the framework. */
export const documentMarkFindings = (mark: DocumentMark): Finding[] => [
  ...untranslated(mark, ''),
  ...(isHostRole(mark.role)
    ? [finding('role', `“${mark.role}”是框架的字段角色`, `“${mark.role as string}” is a field role of the framework`)]
    : []),
]
