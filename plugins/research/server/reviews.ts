import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { projects } from '#plugins/projects/server/public-api.ts'
import { cancelRequest, keepRequest } from './directed-software.ts'
import { fullMonths } from './full-months.ts'
import { dropHours, keepHours } from './work-hours.ts'

/**
 * Reviews of R&D projects: nobody reports more hours than a month has; completed, their hours and what was asked for stand in the
 * registers.
 */
export const reviews: DocumentExtension = {
  concerns: ['devReviewSheet'],

  async check(step) {
    if (step.node === 'start') return [...(await unmapped(step)), ...(await fullMonths(step))]
    return step.node === 'pmConfirm' ? fullMonths(step) : []
  },

  async onCompleted(step) {
    await keepHours(step)
    await keepRequest(step)
  },

  async onReleased({ db, document }, _, wasCompleted) {
    if (!wasCompleted) return
    await dropHours(db, document.id)
    await cancelRequest(db, document.id)
  },
}

/** Hours are booked on the project of SAP behind it. */
async function unmapped({ db, value, at }: DocumentStep): Promise<FieldProblem[]> {
  const { project } = value
  if (typeof project !== 'string' || project === '' || (await projects(db).isMapped(project, todayOf(at)))) return []
  return [{ field: 'project', code: 'research.notMapped' }]
}
