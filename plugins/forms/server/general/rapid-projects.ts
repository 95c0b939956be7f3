import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { projectCharges, projects } from '#plugins/projects/server/public-api.ts'
import { projectBudget } from './project-budget.ts'

/** Letter of a project's code, by its type. */
const letters: Readonly<Record<string, string>> = { '1': 'N', '2': 'D', '3': 'C', '4': 'T', '5': 'P', '6': 'I', '7': 'A', '8': 'M',
  '9': 'O' }

/** Nodes at which the costs may change. */
const costed = ['start', 'accountantReview']

/** A rapid project becomes a project to which costs are charged when it is completed, and is one no longer when that is taken back. */
export const rapidProjects: DocumentExtension = {
  concerns: ['rapidProject'],

  async prepare(step) {
    const { node = '' } = step
    return {
      ...(node === 'start' && { projectCode: step.value['projectCode'] ?? (await nextCode(step)) }),
      ...(costed.includes(node) && (await projectBudget(step))),
    }
  },

  check: taken,

  /** A document that uses a project keeps its approval from being taken back. */
  async undoRefusal({ db, document }) {
    const no = await projectCharges(db).numberOf(document.id)
    return no === undefined ? undefined : { code: 'forms.projectUsed', parameters: { no } }
  },

  onCompleted: found,

  async onReleased({ db, document }, _, wasCompleted) {
    if (wasCompleted) await projects(db).withdraw(document.id)
  },
}

/** The next free code of the type and the year: N26001. */
async function nextCode({ db, value, at }: DocumentStep): Promise<string> {
  const beginning = `${letters[text(value['projectType'])] ?? 'O'}${String(at.getFullYear()).slice(2)}`
  const filed = await db
    .selectFrom('document')
    .select((eb) => eb.ref('value', '->>').key('projectCode').as('code'))
    .where('type', '=', 'rapidProject')
    .where((eb) => eb(eb.ref('value', '->>').key('projectCode'), 'like', `${beginning}%`))
    .execute()
  const codes = [...(await projects(db).codesLike(beginning)), ...filed.map(({ code }) => text(code))]
  const last = Math.max(0, ...codes.map((code) => Number(code.slice(beginning.length)) || 0))
  return `${beginning}${String(last + 1).padStart(3, '0')}`
}

/** A name or a code that a project, or another rapid project on its way, has already. */
async function taken({ db, value, document, node }: DocumentStep): Promise<FieldProblem[]> {
  if (node !== 'start' && node !== 'pmoReview') return []
  const [name, code] = [text(value['projectName']).trim(), text(value['projectCode'])]
  if (name === '') return []
  const onItsWay = await db
    .selectFrom('document')
    .select('id')
    .where('type', '=', 'rapidProject')
    .where('state', '=', 'inApproval')
    .where('id', '<>', document.id)
    .where((eb) =>
      eb.or([eb(eb.ref('value', '->>').key('projectName'), '=', name), eb(eb.ref('value', '->>').key('projectCode'), '=', code)])
    )
    .limit(1)
    .executeTakeFirst()
  const isTaken = onItsWay !== undefined || (await projects(db).isTaken({ name, code, except: document.id }))
  return isTaken ? [{ field: node === 'start' ? 'projectName' : 'projectCode', code: 'forms.projectExists' }] : []
}

/** The project has the id of its document. Whoever takes part in it may charge it. */
async function found({ db, value, document, directory, actor, at }: DocumentStep): Promise<void> {
  const [code, name] = [text(value['projectCode']), text(value['projectName'])]
  const [startDate = null, endDate = null] = Array.isArray(value['period']) ? (value['period'] as string[]) : []
  const members = rowsAt(value, 'team').map((row) => directory.person(text(row['member']))?.departments[0])
  const departments = [text(value['applicantDept']), text(value['bearingDept']), ...members].filter((id): id is string =>
    id !== undefined && id !== ''
  )
  await projects(db).save({
    id: document.id,
    code,
    nameCn: name,
    nameEn: name,
    projectType: text(value['projectType']),
    manager: text(value['projectManager']),
    departmentIds: [...new Set(departments)],
    sapId: code,
    startDate,
    endDate,
    by: actor.id,
    at,
  })
  await projects(db).map({
    code,
    name,
    sapProjectId: code,
    department: text(value['applicantDept']),
    projectType: text(value['projectType']),
    validFrom: startDate ?? '',
    validTo: endDate,
    by: actor.id,
    at,
  })
}

const text = (value: FormValue[string]): string => (typeof value === 'string' ? value : '')
