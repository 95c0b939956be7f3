import { MeaningfulError, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { ChangeScenario, ExpectedStep, SaveScenario, Scenario, ScenarioResult, SimulatedStep,
  Simulation } from '#kernel/flow/design-analysis.ts'
import type { Block, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Fields } from '#kernel/fields.ts'
import { confidentialPaths } from '#kernel/fields/confidential.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { decide, isRefusal, preview } from '#approval/engine.ts'
import type { PreviewNode } from '#approval/preview/preview.ts'
import type { ApproverChoice, Facts, Reason } from '#approval/types.ts'
import type { Directory } from '#approval/directory.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'
import { definitionOfDocument } from '../host.ts'
import { callerNamed } from '../interventions/propose.ts'
import { mustRead } from '../lifecycle/commands.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { spokenBy } from '../timeline/people.ts'
import { evaluationAt } from '../values/form-facts.ts'
import { valueAtStart } from '../values/valuation.ts'
import { isSame } from '../flow-versions/flow-difference.ts'
import { reasonOf } from '../reason-of.ts'

/** A hypothetical document. */
interface SimulationInput {
  readonly form: Form
  readonly flow: Flow
  /** Initiator. */
  readonly person: string
  readonly value: FormValue
  /** Id of a filed document whose value is the base that `value` overrides. */
  readonly document?: string | undefined
  readonly choices?: readonly ApproverChoice[]
}

/** Simulates a document in a flow by the engine's own preview, without writing. @throws Missing, Refused */
export async function simulateFlow(context: CommandContext, input: SimulationInput): Promise<Simulation> {
  const { flow, person, choices = [] } = input
  const { facts, applicant } = await factsFor(context, input)
  const filing = { starter: person, applicant, choices }
  const nodes = preview(flow, facts, filing)
  const problem = nodes.flatMap(({ problems }) => problems)[0] ?? refusalOf(flow, facts, input, applicant)
  const spoken = spokenBy(facts.directory)
  return { steps: nodes.map((node) => stepOf(node, facts, spoken)), refusal: problem ? plain(spoken(problem)) : null,
    conditions: Object.fromEntries(conditionsIn(flow.steps).map(([id, text]) => [id, { text, holds: holds(facts, text) }])) }
}

/** The path of a simulation in the format of scenarios. */
const pathOfSimulation = ({ steps }: Simulation): readonly ExpectedStep[] =>
  steps.filter(({ kind }) => kind === 'approve').map(({ node, people, state }) => ({ node,
    people: state === 'skipped' ? [] : people.map(({ id }) => id).toSorted() })
  )

async function factsFor(context: CommandContext, input: SimulationInput): Promise<{ readonly facts: Facts; readonly applicant: string }> {
  const { host, db, at } = context
  const caller = callerNamed(await host.organisation(db), input.person)
  if (!caller) throw noSuchPerson()
  const moment = input.document === undefined
    ? await filedValue(context, caller, input)
    : await storedDocument(context, { ...input, document: input.document })
  await moment.evaluation.know(fieldsOfFlow(moment.form, input.flow), moment.value)
  const facts = engineFacts({ ...moment, at, caller, bindings: 0 })
  return { facts, applicant: String(moment.value['applicant'] ?? caller.id) }
}

const noSuchPerson = () => new Refused('documents.noSuchPerson', {}, [{ field: 'person', code: 'documents.noSuchPerson' }])

/** The value with the fields that filing would compute. */
async function filedValue({ host, db, at }: CommandContext, caller: Caller, { form, flow, value: incoming }: SimulationInput) {
  const { value, evaluation } = await valueAtStart(host, db, { form, flow, caller, at, before: undefined, incoming, accepted: [],
    document: { id: 'draft', round: 1, starter: caller.id } })
  return { form, value: { ...value, ...calculatedIn(form, incoming) }, evaluation }
}

/** The fields that were sent and that filing would compute: calculated ones, and those of the server. */
const calculatedIn = ({ fields }: Form, incoming: FormValue): FormValue =>
  Object.fromEntries(Object.entries(incoming).filter(([key]) => fields[key]?.value !== undefined || fields[key]?.system === true))

async function storedDocument(context: CommandContext, { flow, document, value }: SimulationInput & { readonly document: string }) {
  const { host, db, at } = context
  await mustRead(context, document)
  const stored = await db.selectFrom('document').select(['id', 'type', 'form', 'flow', 'value']).where('id', '=', document)
    .executeTakeFirstOrThrow()
  const { form } = await definitionOfDocument(host, db, stored)
  return { form, value: { ...stored.value, ...value }, evaluation: await evaluationAt(host, db, { at, form, flow, document }) }
}

/** The reason why filing as a whole is refused. */
function refusalOf(flow: Flow, facts: Facts, { form, person, choices = [] }: SimulationInput, applicant: string): Reason | undefined {
  const filed = decide(flow, undefined, { action: 'submit', document: 'draft', form: form.key, flow: '', by: person, applicant, choices,
    at: facts.at }, facts)
  return isRefusal(filed) ? filed : undefined
}

function stepOf({ node, kind, cn, en, path, mode, state, why, people, problems }: PreviewNode, { directory }: Facts,
  spoken: (reason: Reason) => Reason): SimulatedStep {
  return { node, kind, cn, en, path, mode, state, why: why ? plain(spoken(why)) : null,
    people: people.map(({ id, name, owner, why: reasons, auto }) => ({ id, name,
      owner: owner === undefined ? null : { id: owner, name: directory.person(owner)?.name ?? owner },
      why: reasons.map((reason) => plain(spoken(reason))), auto: auto ? plain(spoken(auto)) : null })
    ), problems: problems.map((problem) => plain(spoken(problem))) }
}

const plain = ({ code, parameters }: Reason): Reason => ({ code, parameters })

/** Conditions of steps and branches, by step or `block#branch`. */
function conditionsIn(steps: readonly Block[]): readonly (readonly [string, string])[] {
  return steps.flatMap((step): (readonly [string, string])[] => {
    if (step.block === 'approve' || step.block === 'copy') return step.when === undefined ? [] : [[step.id, step.when]]
    if (step.block === 'parallel') return step.branches.flatMap((branch) => [...conditionsIn(branch)])
    return [...step.branches.flatMap((branch, index) => [[`${step.id}#${index}`, branch.when] as const, ...conditionsIn(branch.steps)]),
      ...conditionsIn(step.otherwise)]
  })
}

/** Evaluates a condition; an invalid one counts as false, and the findings report it. */
function holds(facts: Facts, text: string): boolean {
  try {
    return facts.condition(text)
  } catch {
    return false
  }
}

/** Maximum number of scenarios per flow. */
const most = 100

const live = (db: Db, key: string) => db.selectFrom('flow_scenario').selectAll().where('key', '=', key).where('removed_at', 'is', null)

/** The scenarios of a flow by their names. */
export async function scenariosOf(db: Db, directory: Pick<Directory, 'person'>, key: string): Promise<readonly Scenario[]> {
  const named = (id: string) => ({ id, name: directory.person(id)?.name ?? id })
  return (await live(db, key).orderBy('name').orderBy('id').execute()).map((
    { id, name, person, value, expected, revision, changed_by: by, changed_at: at },
  ) => ({ id, name, person: named(person), value, expected, revision, changedBy: named(by), changedAt: nowOf(at) }))
}

const rowOf = ({ caller, at }: CommandContext, { name, person, value, expected }: SaveScenario) => ({ name, person,
  value: JSON.stringify(value), expected: JSON.stringify(expected.map(inOrder)), changed_by: caller.id, changed_at: at })

/** Creates a scenario. @returns its id. @throws Refused where there are too many */
export async function addScenario(context: CommandContext, key: string, scenario: SaveScenario): Promise<string> {
  const { db } = context
  if ((await live(db, key).execute()).length >= most) throw new Refused('documents.tooManyScenarios', { most })
  const added = newId()
  await db.insertInto('flow_scenario').values({ id: added, key, ...rowOf(context, scenario) }).execute()
  return added
}

/** Changes a scenario. @throws Missing; StateMoved where it was changed after this revision; Refused for an unknown person */
export async function changeScenario(context: CommandContext, key: string, id: string,
  { revision, ...scenario }: ChangeScenario): Promise<void> {
  const { db, host } = context
  const stored = await live(db, key).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!stored) throw new Missing('documents.noSuchScenario')
  if (stored.revision !== revision) throw new StateMoved(undefined, 'error.recordChanged')
  if (scenario.person !== stored.person && !callerNamed(await host.organisation(db), scenario.person)) throw noSuchPerson()
  await db.updateTable('flow_scenario').set({ ...rowOf(context, scenario), revision: revision + 1 }).where('id', '=', id).execute()
}

/**
 * Creates a scenario from a filed document: it keeps the fields that the flow reads, without confidential ones.
 * @returns its id. @throws Missing; Refused where the document could not be filed in this flow
 */
export async function saveDocumentScenario(context: CommandContext, input: SimulationInput & {
  readonly document: string
  readonly name: string
}): Promise<string> {
  const { form, flow, person, name } = input
  const filed = await storedDocument(context, input)
  const value = valueOf(fieldsOfFlow(form, flow), filed.value, new Set(confidentialPaths(form.fields)))
  const { actual, refusal } = await outcomeOf(context, { form, flow, person, value })
  if (refusal) throw new Refused(refusal.code, refusal.parameters)
  return addScenario(context, form.key, { name, person, value, expected: actual })
}

/** The part of a value in these fields; tables keep these columns and the ids of their rows. */
function valueOf(fields: Fields, value: FormValue, confidential: ReadonlySet<string>, table?: string): FormValue {
  const isKept = (key: string): boolean => !confidential.has(table === undefined ? key : `${table}.${key}`)
  return Object.fromEntries(Object.entries(fields).flatMap(([key, { columns }]) => {
    const held = value[key]
    if (held === undefined || held === null || !isKept(key)) return []
    if (columns === undefined) return [[key, held]]
    if (Object.keys(columns).length === 0) return []
    return [[key, (held as readonly FormValue[]).map((row) => ({ rowId: row['rowId'], ...valueOf(columns, row, confidential, key) }))]]
  })) as FormValue
}

const inOrder = ({ node, people }: ExpectedStep): ExpectedStep => ({ node, people: people.toSorted() })

/** Deletes a scenario. @throws Missing */
export async function removeScenario({ db, at }: CommandContext, key: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db.updateTable('flow_scenario').set({ removed_at: at }).where('id', '=', id).where('key', '=', key)
    .where(
      'removed_at',
      'is',
      null,
    ).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Missing('documents.noSuchScenario')
}

/** Runs every scenario of a form through a flow without writing. */
export async function runScenarios(context: CommandContext, form: Form, flow: Flow): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = []
  for (const { id, name, person, value, expected } of await live(context.db, form.key).orderBy('name').orderBy('id').execute()) {
    const { actual, refusal } = await outcomeOf(context, { form, flow, person, value })
    results.push({ id, name, expected, actual, refusal, holds: refusal === null && isSame(asked(actual), asked(expected)) })
  }
  return results
}

/** The steps of a path that ask anybody. */
const asked = (path: readonly ExpectedStep[]) => path.filter(({ people }) => people.length > 0)

/** The outcome of a scenario. A departed person or a value that no longer fits the form is reported as a refusal, not thrown. */
async function outcomeOf(context: CommandContext,
  input: { readonly form: Form; readonly flow: Flow; readonly person: string; readonly value: Scenario['value'] }
): Promise<Pick<ScenarioResult, 'actual' | 'refusal'>> {
  try {
    const simulation = await simulateFlow(context, input)
    return { actual: pathOfSimulation(simulation), refusal: simulation.refusal }
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    return { actual: [], refusal: reasonOf(context.host, error) }
  }
}

/** A key per form with scenarios that changes whenever one of them does. */
export async function scenarioVersions(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('flow_scenario').where('removed_at', 'is', null).groupBy('key')
    .select(({ fn }) => ['key', fn.countAll<string>().as('count'), fn.max('changed_at').as('changed')]).execute()
  return new Map(rows.map(({ key, count, changed }) => [key, `${count} ${changed?.toISOString() ?? ''}`]))
}

/** @throws Refused `documents.scenariosFail` listing each failed scenario */
export async function demandScenarios(context: CommandContext, form: Form, flow: Flow): Promise<void> {
  const failed = (await runScenarios(context, form, flow)).filter(({ holds }) => !holds)
  if (failed.length === 0) return
  throw new Refused('documents.scenariosFail', {},
    failed.map(({ id, name }) => ({ field: `scenarios.${id}`, code: 'documents.scenarioFails', parameters: { name } })))
}
