import type { Directory } from '#approval/directory.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Sets the default reviewers of clauses: the responsible department and its head, unless others are entered. */
export const clauseReviewers: DocumentExtension = {
  concerns: ['salesContractApproval', 'purchaseContract'],

  async prepare({ value, filing, directory }) {
    const rows = rowsAt(value, 'clauses')
    if (filing !== true || rows.length === 0) return {}
    const company = directory.department(textAt(value, 'applicantDept') ?? '')?.company
    const filled = rows.map((row) => reviewed(row, directory, company))
    return filled.some((row, index) => row !== rows[index]) ? { clauses: filled } : {}
  },
}

/** Role whose department reviews a type of clause. */
const reviewingRoles: Readonly<Record<string, string>> = {
  quality: 'qualityHead',
  warranty: 'qualityHead',
  delivery: 'pmc',
  price: 'financeManager',
  payment: 'financeManager',
  breach: 'legal',
  ip: 'legal',
  confidentiality: 'legal',
  law: 'legal',
  technical: 'rdDirector',
}

function reviewed(row: FormValue, directory: Directory, company: string | undefined): FormValue {
  const department = textAt(row, 'department') ?? usualDepartment(textAt(row, 'clauseType'), directory, company)
  if (department === undefined) return row
  const reviewer = textAt(row, 'reviewer') ?? directory.department(department)?.head
  if (department === textAt(row, 'department') && reviewer === textAt(row, 'reviewer')) return row
  return { ...row, department, ...(reviewer !== undefined && { reviewer }) }
}

/** Main department of a holder of the role, preferably in the same company. */
function usualDepartment(clauseType: string | undefined, directory: Directory, company: string | undefined): string | undefined {
  const role = reviewingRoles[clauseType ?? '']
  const departments = role === undefined ? [] : directory.holders(role).flatMap(({ departments: [main] }) => main ?? [])
  return departments.find((id) => directory.department(id)?.company === company) ?? departments[0]
}
