import type { Directory } from '#approval/directory.ts'
import { MeaningfulError, Missing, Refused } from '#kernel/errors.ts'
import type { ExpectedStep, SaveScenario, Scenario, ScenarioResult } from '#kernel/flow/design-analysis.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { isSame } from '../flow-versions/flow-parts.ts'
import { pathOfSimulation, simulateFlow } from './simulation.ts'

/** Maximum number of scenarios per flow. */
const most = 100

const live = (db: Db, key: string) => db.selectFrom('flow_scenario').selectAll().where('key', '=', key).where('removed_at', 'is', null)

/** The scenarios of a flow by their names. */
export async function scenariosOf(db: Db, directory: Pick<Directory, 'person'>, key: string): Promise<readonly Scenario[]> {
  const named = (id: string) => ({ id, name: directory.person(id)?.name ?? id })
  return (await live(db, key).orderBy('name').orderBy('id').execute()).map((
    { id, name, person, value, expected, changed_by: by, changed_at: at },
  ) => ({ id, name, person: named(person), value, expected, changedBy: named(by), changedAt: nowOf(at) }))
}

/** Creates a scenario, or changes the one with this id. @returns its id. @throws Missing; Refused where there are too many */
export async function saveScenario({ db, caller, at }: CommandContext, key: string, { name, person, value, expected }: SaveScenario,
  id?: string): Promise<string> {
  const row = { name, person, value: JSON.stringify(value), expected: JSON.stringify(expected.map(inOrder)), changed_by: caller.id,
    changed_at: at }
  if (id !== undefined) {
    const { numUpdatedRows } = await db.updateTable('flow_scenario').set(row).where('id', '=', id).where('key', '=', key).where(
      'removed_at',
      'is',
      null,
    ).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Missing('documents.noSuchScenario')
    return id
  }
  if ((await live(db, key).execute()).length >= most) throw new Refused('documents.tooManyScenarios', { most })
  const added = newId()
  await db.insertInto('flow_scenario').values({ id: added, key, ...row }).execute()
  return added
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
    results.push({ id, name, expected, actual, refusal, holds: refusal === null && isSame(actual, expected) })
  }
  return results
}

/** The outcome of a scenario. A departed person or a value that no longer fits the form is reported as a refusal, not thrown. */
async function outcomeOf(context: CommandContext,
  input: { readonly form: Form; readonly flow: Flow; readonly person: string; readonly value: Scenario['value'] }
): Promise<Pick<ScenarioResult, 'actual' | 'refusal'>> {
  try {
    const simulation = await simulateFlow(context, input)
    return { actual: pathOfSimulation(simulation), refusal: simulation.refusal }
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    return { actual: [], refusal: { code: error.code, parameters: error.parameters } }
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
