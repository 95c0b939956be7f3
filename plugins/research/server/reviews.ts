import { todayOf } from '#kernel/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/document-extension.ts'
import { projects } from '#plugins/projects/server/public-api.ts'
import { fullMonths } from './full-months.ts'

/** Reviews of R&D projects, whose hours nobody reports beyond what a month has. */
export const reviews: DocumentExtension = {
  concerns: ({ key }) => key === 'devReviewSheet',

  async check(step) {
    if (step.node === 'start') return [...(await unmapped(step)), ...(await fullMonths(step))]
    return step.node === 'pmConfirm' ? fullMonths(step) : []
  },
}

/** Hours are booked on the project of SAP behind it. */
async function unmapped({ db, value, at }: DocumentStep): Promise<FieldProblem[]> {
  const { project } = value
  if (typeof project !== 'string' || project === '' || (await projects(db).isMapped(project, todayOf(at)))) return []
  return [{ field: 'project', code: 'research.notMapped' }]
}
