import { setImmediate as turn } from 'node:timers/promises'
import { flowFindings } from '#kernel/composition/flow/flow-findings.ts'
import { MeaningfulError, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { type Census, type CensusClass, censusClasses, type CensusRow, type MoveDocuments,
  type MoveResult } from '#kernel/flow/design-analysis.ts'
import { memoize } from '#kernel/memoize.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type CensusAnswer, classify, isProposed } from '#approval/move/census.ts'
import { reason } from '#approval/reason.ts'
import { currentNodes, waitsAtStart } from '#approval/state.ts'
import type { DocumentState, Reason } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import { sendHeld } from '#server/messages/notify.ts'
import { boundedCache, contentOf, type PinnedDefinition } from '../definitions/definition-store.ts'
import { fieldsOfFlow, nodeNames } from '../definitions/flow-contents.ts'
import { mustPoint } from '../flow-versions/decide.ts'
import { actOn } from '../lifecycle/commands.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import { type CommandContext, open } from '../lifecycle/run-command.ts'
import { reasonOf } from '../reason-of.ts'
import { type Evaluation, evaluationAt } from '../values/form-facts.ts'

/** Documents per read. */
const batch = 200

interface RunningDocument {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly form: string | null
  readonly flow: string
  readonly title: string
  readonly value: FormValue
  readonly process: DocumentState
}

interface Target {
  readonly form: Form
  readonly flow: Flow
  /** Hash of a stored version: documents pinned to it need not be moved. */
  readonly hash?: string | undefined
}

/** Classifies every running document of a form without writing. */
export function censusOf() {
  const known = boundedCache<readonly CensusRow[]>(20)
  return async (context: CommandContext, target: Target,
    { class: only, current = 1, size = 20 }: { readonly class?: CensusClass | undefined; readonly current?: number | undefined;
      readonly size?: number | undefined }): Promise<Census> => {
    const all = await known.of(await stateOf(context.db, target), () => censusRows(context, target))
    const rows = all.filter((row) => only === undefined || row.class === only)
    return {
      counts: countsOf(all),
      atInitiator: countsOf(all.filter(({ isAtInitiator }) => isAtInitiator)),
      records: rows.slice((current - 1) * size, current * size),
      total: rows.length,
      current,
      size,
      pages: Math.ceil(rows.length / size),
    }
  }
}

const countsOf = (rows: readonly CensusRow[]) =>
  Object.fromEntries(censusClasses.map((kind) => [kind, rows.filter((row) => row.class === kind).length])) as Census['counts']

/** A key that changes whenever the census may change. */
async function stateOf(db: Db, { form, flow, hash }: Target): Promise<string> {
  const versions = await changeVersions(db)
  const running = await db.selectFrom('document').where('type', '=', form.key).where('state', '=', 'inApproval')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string>('revision').as('revisions')]).executeTakeFirstOrThrow()
  return JSON.stringify([form.key, contentOf(flow), hash, versions, running])
}

async function censusRows(context: CommandContext, target: Target): Promise<readonly CensusRow[]> {
  const rows: CensusRow[] = []
  const evaluations = new Map<string, Promise<Evaluation>>()
  for await (const document of runningDocuments(context.db, target)) {
    const definition = await context.host.definitions.of(context.db, document)
    const key = `${document.form} ${document.flow}`
    const evaluation = await (evaluations.get(key) ?? evaluations.set(key, evaluationFor(context, definition, target.flow)).get(key)!)
    rows.push(await rowOf(context, { document, definition, evaluation, target }))
    // classifying takes milliseconds, so the event loop gets a turn in between
    if (rows.length % 10 === 0) await turn()
  }
  return rows
}

async function* runningDocuments(db: Db, { form, hash }: Target): AsyncGenerator<RunningDocument> {
  for (let after = '';;) {
    const found = await db.selectFrom('document').select(['id', 'number', 'type', 'form', 'flow', 'title', 'value', 'process'])
      .where('type', '=', form.key).where('state', '=', 'inApproval').where('id', '>', after)
      .$if(hash !== undefined, (query) => query.where('flow', '<>', hash ?? '')).orderBy('id').limit(batch).execute()
    yield* found
    const last = found.at(-1)
    if (!last) return
    after = last.id
  }
}

const evaluationFor = ({ host, db, at }: CommandContext, { form }: PinnedDefinition, flow: Flow): Promise<Evaluation> =>
  evaluationAt(host, db, { at, form, flow })

interface Classified {
  readonly document: RunningDocument
  readonly definition: PinnedDefinition
  readonly evaluation: Evaluation
  readonly target: Target
}

async function rowOf(context: CommandContext, classified: Classified): Promise<CensusRow> {
  const { document, definition: { pinned }, evaluation: { directory }, target } = classified
  const answer = await answerFor(context, classified)
  const placesOf = (process: DocumentState | undefined, flow: Flow): CensusRow['now'] => {
    const names = nodeNames(flow)
    return (process ? currentNodes(process) : []).map(({ node, tasks }) => ({ node, ...(names.get(node) ?? { cn: node, en: node }),
      people: tasks.filter(({ state }) => state === 'running').map(({ person }) => ({ id: person,
        name: directory.person(person)?.name ?? person })
      ) })
    )
  }
  return { document: document.id, number: document.number, title: document.title, class: answer.class, sentence: answer.sentence,
    version: pinned.version, now: placesOf(document.process, pinned.flow), after: placesOf(answer.moved, target.flow),
    isProposed: isProposed(answer.class), isAtInitiator: waitsAtStart(document.process) }
}

async function answerFor({ at, caller }: CommandContext,
  { document, definition: { form, pinned }, evaluation, target }: Classified): Promise<CensusAnswer> {
  const { value, process } = document
  if (lacksField(form, target.form, target.flow)) return { class: 'impossible', sentence: reason('census.fieldMissing') }
  await evaluation.know(fieldsOfFlow(form, pinned.flow), value)
  await evaluation.know(fieldsOfFlow(form, target.flow), { ...value })
  return classify({ from: pinned.flow, to: target.flow, document: process,
    facts: engineFacts({ form, value, evaluation, at, caller, process, bindings: 0 }) })
}

const lacking = memoize<Flow, WeakMap<Form, boolean>>(() => new WeakMap())

/** Returns whether a flow reads a field that a version of the form lacks and the form in force has. */
function lacksField(form: Form, current: Form, flow: Flow): boolean {
  if (form === current) return false
  const known = lacking(flow)
  const found = known.get(form) ?? isUnreadable(form, current, flow)
  known.set(form, found)
  return found
}

function isUnreadable(form: Form, current: Form, flow: Flow): boolean {
  const shared = new Set(flowFindings(flow, current.fields).map(({ text }) => text.en))
  return flowFindings(flow, form.fields).some(({ text }) => !shared.has(text.en))
}

/**
 * Moves documents to the version in force, each in a transaction of its own: a document that somebody decides at the same moment is
 * judged as it is then. Where money moves, each move is a proposal. Each person gets one message about all of them.
 * @throws StateMoved where another version is in force by now
 */
export async function moveDocuments(context: CommandContext, inTransaction: InTransaction, form: Form,
  asked: MoveDocuments): Promise<MoveResult> {
  const { version, choice, reason: comment } = asked
  const pointer = await mustPoint(context.db, form.key)
  if (pointer.hash !== version) throw new StateMoved(undefined, 'error.recordChanged')
  const { flow } = await context.flows.pinned(context.db, form.key, version)
  const { documents: wanted, atInitiator } = await chosenDocuments(context, { form, flow, hash: version }, asked)
  const bulk = asked.bulk ?? newId()
  const results: Moved[] = []
  for (const document of new Set(wanted))
    results.push(
      await movedOrSkipped(context, document,
        () => inTransaction((each) => moveOne({ ...each, bulk }, { document, form, version, flow, choice, comment }))),
    )
  // a change that its caller named goes on in further calls
  if (asked.bulk === undefined) await sendHeld(context.db, context.at, bulk)
  return { moved: results.filter((each) => each === 'moved').length, proposed: results.filter((each) => each === 'proposed').length,
    skipped: results.filter((each) => typeof each === 'object'), atInitiator }
}

type InTransaction = <Result>(work: (context: CommandContext) => Promise<Result>) => Promise<Result>
type Moved = 'moved' | 'proposed' | MoveResult['skipped'][number]

/** The documents to move; those that wait at their initiators are no part of a class that is moved. */
async function chosenDocuments(context: CommandContext, target: Target,
  { documents, classes = [], except = [] }: MoveDocuments
): Promise<{ readonly documents: readonly string[] } & Pick<MoveResult, 'atInitiator'>> {
  if (documents) return { documents, atInitiator: null }
  const rows = await censusRows(context, target)
  const chosen = rows.filter((row) => classes.includes(row.class) && !row.isAtInitiator && !except.includes(row.document))
  return { documents: chosen.map(({ document }) => document), atInitiator: rows.filter(({ isAtInitiator }) => isAtInitiator).length }
}

/** The outcome for one document; the reason where it was refused. */
async function movedOrSkipped(context: CommandContext, document: string, move: () => Promise<boolean>): Promise<Moved> {
  try {
    return (await move()) ? 'proposed' : 'moved'
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    return { document, number: await numberOf(context.db, document), why: reasonOf(context.host, error) }
  }
}

interface OneMove {
  readonly document: string
  readonly form: Form
  readonly version: string
  readonly flow: Flow
  readonly choice: MoveDocuments['choice']
  readonly comment: string
}

/** Moves one document. @returns whether a second person has to confirm it. @throws Missing; Refused */
async function moveOne(context: CommandContext, { document, form, version, flow, choice, comment }: OneMove): Promise<boolean> {
  const opened = await open(context, { document })
  if (opened.stored.type !== form.key) throw new Missing('documents.noSuchDocument')
  if (opened.stored.flow === version) throw refused(reason('census.sameVersion'))
  if (lacksField(opened.form, form, flow)) throw refused(reason('census.fieldMissing'))
  const { proposal } = await actOn(context, opened, { action: 'move', choice, to: version, flow, comment })
  return proposal !== undefined
}

const refused = ({ code, parameters }: Reason): Refused => new Refused(code, parameters)

const numberOf = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('document').select('number').where('id', '=', id).executeTakeFirst())?.number ?? ''
