import { type FieldProblem, Refused } from '../../../src/kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '../../../server/plugin.ts'

/** Links whose target may be claimed once only. */
const singleClaimFields = ['taxiLinks', 'dispatchLinks', 'entertainmentLinks'] as const

/** An approved application is claimed by one live document. */
export const singleClaims: DocumentExtension = {
  concerns: ({ fields }) => singleClaimFields.some((field) => field in fields),

  check: claimed,

  /** Once more now that the applications are locked: two claims may have been filed at once. */
  async onSubmit(step) {
    const problems = await claimed(step)
    if (problems[0]) throw new Refused(problems[0].code, problems[0].parameters, problems)
  },
}

/** The applications that another live document claims already. */
async function claimed({ db, value, document }: DocumentStep): Promise<FieldProblem[]> {
  const wanted = singleClaimFields.flatMap((field) => idsOf(value[field]).map((target) => ({ field, target })))
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('document_link')
    .innerJoin('document', 'document.id', 'document_link.owner')
    .select(['document_link.target', 'document.number'])
    .where('document_link.target', 'in', wanted.map(({ target }) => target))
    .where('document_link.owner', '!=', document.id)
    .where('document_link.binds', '=', true)
    .where('document.state', 'in', ['inApproval', 'completed'])
    .execute()
  const claims = new Map(rows.map(({ target, number }) => [target, number]))
  return wanted.flatMap(({ field, target }): FieldProblem[] => {
    const no = claims.get(target)
    return no ? [{ field, code: 'forms.alreadyClaimed', parameters: { no } }] : []
  })
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [])
