import type { FastifyInstance } from 'fastify'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { decimalOf, roundMoney, sumMoney } from '#kernel/values/money.ts'
import { budgetDepartment } from '#approval/directory.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { businessTypes, dictionaries } from '#server/identity/dictionaries.ts'
import { projectCharges, projects } from '#plugins/projects/server/public-api.ts'
import { judgeBudgets, overBudgetRow } from '#plugins/budgets/server/public-api.ts'

/** Prefix letter of project codes, by project type. */
const letters: Readonly<Record<string, string>> = { '1': 'N', '2': 'D', '3': 'C', '4': 'T', '5': 'P', '6': 'I', '7': 'A', '8': 'M',
  '9': 'O' }

/** Nodes at which the costs can be edited. */
const costed = ['start', 'accountantReview']

/** Creates an expense project when a rapid project completes, and deletes it when the completion is undone. */
const rapidProjects: DocumentExtension = {
  concerns: ['rapidProject'],

  async prepare(step) {
    const { node = '' } = step
    return {
      ...(node === 'start' && { projectCode: step.value['projectCode'] ?? (await nextCode(step)) }),
      ...(costed.includes(node) && (await projectBudget(step))),
    }
  },

  check: taken,

  /** Refuses to undo the completion while a live document is charged to the project. */
  async undoRefusal({ db, document }) {
    const no = await projectCharges(db).numberOf(document.id)
    return no === undefined ? undefined : { code: 'forms.projectUsed', parameters: { no } }
  },

  onCompleted: found,

  async onReleased({ db, document }, _, wasCompleted) {
    if (wasCompleted) await projects(db).withdraw(document.id)
  },
}

/** Next free code of the project type and year, such as N26001. */
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

/** Problem where a project, or a rapid project in approval, has the same name or code. */
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

/** Creates the project under the document's id, and maps it to SAP. The departments of its members may charge it. */
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

/** Compares planned costs with the annual budgets of the bearing department. Reserves nothing: costs are booked when claimed. */
async function projectBudget({ db, value, directory, document }: DocumentStep): Promise<FormValue> {
  const bearing = typeof value['bearingDept'] === 'string' ? budgetDepartment(directory, value['bearingDept'])?.id : undefined
  if (bearing === undefined) return { budgetDept: null, overBudget: false, overBudgetInfo: [] }
  const rate = decimalOf(String(value['exchangeRate'] ?? '')) ?? sumMoney(['1'])
  const requested = rowsAt(value, 'costItems').flatMap((row) => {
    const [, year, month] = /^(\d{4})-(\d{2})/.exec(String(row['month'] ?? '')) ?? []
    const amount = decimalOf(String(row['amount'] ?? ''))
    const category = row['expenseCategory']
    if (year === undefined || !amount?.gt(0) || typeof category !== 'string') return []
    return [{ department: bearing, category, year: Number(year), month: Number(month), amount: roundMoney(amount.times(rate)) }]
  })
  const exceeded = (await judgeBudgets(db, requested, document.id)).filter(({ overYear }) => overYear)
  return { budgetDept: bearing, overBudget: exceeded.length > 0, overBudgetInfo: exceeded.map((line) => overBudgetRow(line, directory)) }
}

/** Scoring criteria of proposals with their maximum points, which total 100. */
const criteria = { effect: 40, originality: 20, effort: 20, extendability: 20 } as const

/**
 * Adds the score sheet once a proposal is implemented and the reward at verification; asks for a confirmation when the applicant has a live
 * proposal with the same name.
 */
const proposals: DocumentExtension = {
  concerns: ['proposalApply'],

  async prepare({ node, value }) {
    if (node === 'implementDone') return { scores: value['scores'] ?? sheet() }
    return node === 'verify' ? { rewardAmount: value['rewardStandard'] ?? null } : {}
  },

  async check(step) {
    return step.filing ? sameName(step) : []
  },
}

const sheet = (): FormValue[] => Object.entries(criteria).map(([criterion, maxScore]) => ({ rowId: criterion, criterion, maxScore }))

async function sameName({ db, form, value, document }: DocumentStep): Promise<FieldProblem[]> {
  const { proposalName: name, applicant } = value
  if (typeof name !== 'string' || name.trim() === '' || typeof applicant !== 'string') return []
  const same = await db
    .selectFrom('document')
    .select('number')
    .where('type', '=', form.key)
    .where('applicant', '=', applicant)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('id', '<>', document.id)
    .where((eb) => eb(eb.ref('value', '->>').key('proposalName'), '=', name.trim()))
    .limit(1)
    .executeTakeFirst()
  return same ? [{ field: 'proposalName', code: 'forms.proposalExists', parameters: { no: same.number }, level: 'confirm' }] : []
}

/** Asks for a confirmation when a process is in another change in approval. */
const oaChanges: DocumentExtension = {
  concerns: ['oaChange'],

  async check(step) {
    return step.filing ? inOtherChange(step) : []
  },
}

async function inOtherChange({ db, form, value, document, references }: DocumentStep): Promise<FieldProblem[]> {
  const wanted = processesOf(value)
  if (wanted.length === 0) return []
  const others = await db
    .selectFrom('document')
    .select(['number', 'value'])
    .where('type', '=', form.key)
    .where('state', '=', 'inApproval')
    .where('id', '<>', document.id)
    .execute()
  const changes = new Map(others.flatMap(({ number, value: other }) => processesOf(other).map((process) => [process, number] as const)))
  const named = (await references.source('process')?.find(db, wanted.filter((process) => changes.has(process)))) ?? []
  return wanted.flatMap((process, index): FieldProblem[] => {
    const no = changes.get(process)
    const label = named.find(({ id }) => id === process)?.name ?? process
    return no === undefined
      ? []
      : [{ field: `processRefs.${index}.process`, code: 'forms.processInChange', parameters: { label, no }, level: 'confirm' }]
  })
}

const processesOf = (value: FormValue): string[] => rowsAt(value, 'processRefs').map((row) => String(row['process'] ?? ''))

/** Document extensions of proposals, rapid projects and OA process changes. */
export const generalExtensions: readonly DocumentExtension[] = [proposals, rapidProjects, oaChanges]

/** Call for the processes that can be changed, which are the business types; kept under this path for older clients. */
export function processChoiceRoutes(app: FastifyInstance, { db }: Pick<Host, 'db'>): void {
  app.get('/oaserver/dict/oaChangeProcess', { config: { access: signedIn, resource: 'dictionary' } },
    async () => dictionaries(db).list(businessTypes))
}
