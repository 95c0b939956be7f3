import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '#kernel/composition/problem.ts'
import type { AskPeople, DesignView, DraftView, FlowBody, FoundPeople, SavedDraft, VersionBody, VersionRow } from '#kernel/flow/design.ts'
import { nodesOf, simpleRules } from '#kernel/flow/flow-nodes.ts'
import { type ApprovalNode, approve, type Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { peopleFound } from '#approval/preview/preview.ts'
import type { Directory } from '#approval/directory.ts'
import { isMoney } from '#approval/interventions.ts'
import type { Facts } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import { boundedCache, contentOf } from '../definitions/definition-store.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'
import { findingAnswer, type FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { mustPoint } from '../flow-versions/decide.ts'
import { rolesOf } from '../flow-versions/change-flow.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { spokenBy } from '../timeline/people.ts'
import { evaluationAt } from '../values/form-facts.ts'
import { draftRows, readDraft, type SaveOutcome } from './drafts.ts'
import { namesFor } from './flow-file.ts'
import { filedWith } from './publishing.ts'

/** The flow of a form with its versions, drafts, and the fields, roles and records that rules can use. @throws Missing */
export async function designView({ host, db }: CommandContext, form: Form): Promise<DesignView> {
  const pointer = await mustPoint(db, form.key)
  const directory = await host.directory(db)
  const { plugins } = host
  const current = await host.definitions.pinned(db, form.key, pointer.hash)
  return {
    key: form.key,
    cn: form.cn,
    en: form.en,
    state: pointer.isStopped ? 'stopped' : 'published',
    current: pointer.hash,
    version: pointer.version,
    movesMoney: isMoney(form, current.flow),
    isDesigned: form.designed !== undefined,
    filed: await filedWith(db, form.key),
    versions: await versionRows(db, directory, { key: form.key, current: pointer.hash, shipped: pointer.shipped }),
    drafts: await draftRows(db, directory, { key: form.key, current: pointer.hash }),
    roles: await rolesOf(db),
    roleScopes: plugins.flatMap(({ roleScopes }) => roleScopes.map(({ key, cn, en }) => ({ key, cn, en }))),
    owners: plugins.flatMap(({ owners }) => owners.map(({ of, cn, en }) => ({ of, cn, en }))),
    explanations: plugins.flatMap(({ explanationKinds }) => explanationKinds.map(({ key, cn, en }) => ({ key, cn, en }))),
    opinionFacts: plugins.flatMap(({ opinionFacts }) => opinionFacts.map(({ key, cn, en }) => ({ key, cn, en }))),
    parameters: plugins.flatMap(({ dictionaries }) => dictionaries.filter((each) => each.parameters)).flatMap(({ key, items }) =>
      items.map(({ value, cn, en, meaning = { cn, en } }) => ({ dictionary: key, name: value, cn: meaning.cn, en: meaning.en }))
    ),
  }
}

async function versionRows(db: Db, directory: Pick<Directory, 'person'>,
  { key, current, shipped }: { readonly key: string; readonly current: string; readonly shipped: string }): Promise<VersionRow[]> {
  const rows = await db.selectFrom('definition').where('kind', '=', 'flow').where('key', '=', key).select(['hash', 'version', 'by', 'at'])
    .select(({ selectFrom }) =>
      selectFrom('document').whereRef('document.flow', '=', 'definition.hash').whereRef('document.type', '=', 'definition.key')
        .where('document.state', '=', 'inApproval').select(({ fn }) => fn.countAll<string>().as('count')).as('running')
    ).orderBy('version', 'desc').execute()
  return rows.map(({ hash, version, by, at, running }) => ({ hash, version,
    by: by === 'product' ? null : { id: by, name: directory.person(by)?.name ?? by }, at: nowOf(at), isCurrent: hash === current,
    isShipped: hash === shipped, running: Number(running ?? 0) })
  )
}

/** Milliseconds that an answer waits for the findings of a flow; the analysis continues, and a later call gets its result. */
const findingsWait = 1_500

/** Reads bodies of flows with their findings, which are cached until the organisation or a dictionary changes. */
export function flowBodies(judge: FlowAnalysis) {
  const known = boundedCache<readonly Finding[]>(100)

  async function findings({ db, caller }: CommandContext, form: Form, flow: Flow): Promise<FlowBody['findings']> {
    const { directory, dictionary } = await changeVersions(db)
    const judged = known.of(`${form.key} ${contentOf(flow)} ${directory} ${dictionary}`, () => judge(db, { form, flow }))
    judged.catch(() => undefined)
    const found = await Promise.race([judged, delay(findingsWait, undefined, { ref: false })])
    return found?.map((each) => findingAnswer(each, caller.locale)) ?? null
  }

  async function body(context: CommandContext, form: Form, flow: Flow): Promise<FlowBody> {
    const directory = await context.host.directory(context.db)
    return { content: contentOf(flow), flow, findings: await findings(context, form, flow), found: await foundToday(context, form, flow),
      names: namesFor(flow, directory) }
  }

  async function draft(context: CommandContext, form: Form, id: string): Promise<DraftView> {
    const { hash: current } = await mustPoint(context.db, form.key)
    const stored = await readDraft(context.db, form.key, id)
    const [row] = await draftRows(context.db, await context.host.directory(context.db), { key: form.key, current, id })
    if (!row) throw new Error(`the draft ${id} was read a moment ago`)
    return { ...row, ...(await body(context, form, stored.flow)) }
  }

  return {
    draft,
    async version(context: CommandContext, form: Form, hash: string): Promise<VersionBody> {
      const { flow, version } = await context.flows.pinned(context.db, form.key, hash)
      return { hash, version, ...(await body(context, form, flow)) }
    },
    /** Builds the answer to a save. */
    async saved(context: CommandContext, form: Form, id: string, { other, ...outcome }: SaveOutcome): Promise<SavedDraft> {
      const person = other === null ? undefined : (await context.host.directory(context.db)).person(other)
      return { ...outcome, draft: await draft(context, form, id),
        other: other === null ? null : { id: other, name: person?.name ?? other } }
    },
  }
}

/** The approvers of each step for a document of the caller, as of today; steps whose rule reads fields are left out. */
async function foundToday(context: CommandContext, form: Form, flow: Flow): Promise<FlowBody['found']> {
  const facts = await factsOf(context, form, flow, { person: context.caller.id, value: {} })
  const steps = nodesOf(flow).filter((node): node is ApprovalNode => node.block === 'approve' && !readsFields(node))
  return Object.fromEntries(steps.map((node) => [node.id, answered(peopleFound(node, { flow, facts, person: context.caller.id }), facts)]))
}

const readsFields = ({ by }: ApprovalNode): boolean =>
  simpleRules(by).some((rule) =>
    ('field' in rule && rule.field !== undefined && rule.field !== 'applicantDept') || (rule.rule === 'role' && rule.scope !== undefined) ||
    rule.rule === 'selectUser' || rule.rule === 'sameAs'
  )

/** The approvers by one rule for a document of a person with a value, as of today. */
export async function peopleForRule(context: CommandContext, form: Form, { rule, person, value = {} }: AskPeople): Promise<FoundPeople> {
  const starter = person ?? context.caller.id
  const node = approve('asked', rule, { cn: form.cn, en: form.en })
  const flow: Flow = { ...form.flow, steps: [node] }
  const facts = await factsOf(context, form, flow, { person: starter, value })
  return answered(peopleFound(node, { flow, facts, person: starter }), facts)
}

async function factsOf({ host, db, at, caller }: CommandContext, form: Form, flow: Flow,
  { person, value }: { readonly person: string; readonly value: FormValue }): Promise<Facts> {
  const evaluation = await evaluationAt(host, db, { at, form, flow })
  const department = evaluation.directory.person(person)?.departments[0]
  const filled = { applicant: person, ...(department !== undefined && { applicantDept: department }), ...value }
  await evaluation.know(fieldsOfFlow(form, flow), filled)
  return engineFacts({ form, value: filled, evaluation, at, caller: { ...caller, id: person }, bindings: 0 })
}

function answered({ people, problems }: ReturnType<typeof peopleFound>, { directory }: Facts): FoundPeople {
  const spoken = spokenBy(directory)
  return { people: people.map(({ person, why }) => ({ id: person, name: directory.person(person)?.name ?? person, why: why.map(spoken) })),
    problems: problems.map(spoken) }
}
