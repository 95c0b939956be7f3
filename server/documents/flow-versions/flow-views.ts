import { fieldAt } from '#kernel/evaluate/path.ts'
import { nodesOf, ownerPathsOf } from '#kernel/flow/flow-nodes.ts'
import type { FlowDecision, FlowOffer, FlowRow, FlowView } from '#kernel/flow/flow-version.ts'
import type { Form } from '#kernel/form.ts'
import { isEverybody } from '#kernel/flow/starters.ts'
import type { FormGroup, RecordOwners } from '#kernel/plugin.ts'
import { kindAt } from '#kernel/record-kinds.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import { type Terminal, terminals, type TerminalSetting } from '#server/terminals/terminals.ts'
import type { Definitions, PinnedFlow } from '../definitions/definition-store.ts'
import { initiatorPolicies, nodeView, settingsView, startersView } from './change-flow.ts'
import { mustPoint } from './decide.ts'
import { draftCounts } from '../flow-designs/drafts.ts'
import { flowDifferences } from './flow-difference.ts'
import { type FlowPointer, flowPointers, hasOffer, lastReasons, publicationsOf } from './flow-store.ts'

interface FlowFilter {
  readonly keyword: string
  readonly offers: boolean
  readonly group?: string | undefined
  readonly state?: FlowRow['state'] | undefined
  readonly terminal?: Terminal | undefined
  readonly current: number
  readonly size: number
}

interface FlowViewContext {
  readonly db: Db
  readonly flows: Definitions
  readonly directory: Pick<Directory, 'person' | 'department'>
  readonly owners: readonly RecordOwners[]
  readonly groups: readonly FormGroup[]
}

type RowContext = Pick<FlowViewContext, 'directory' | 'groups'>

/** Flows by the order of their forms, those with an offer first. */
export async function flowPage({ db, flows, ...context }: RowContext & Pick<FlowViewContext, 'db' | 'flows'>,
  forms: ReadonlyMap<string, Form>, { keyword, offers, group, state, terminal, current, size }: FlowFilter) {
  const pointers = new Map((await flowPointers(db)).map((pointer) => [pointer.key, pointer]))
  const known = [...forms.values()].filter(({ key }) => pointers.has(key))
  const facts = await rowFacts({ db, flows, ...context }, known)
  const needle = keyword.trim().toLowerCase()
  const rows = known.filter((form) =>
    `${form.cn} ${form.en} ${form.prefix}`.toLowerCase().includes(needle) && (group === undefined || form.group === group)
  ).map((form) => rowOf(form, pointers.get(form.key)!, facts)).filter((row) =>
    (!offers || row.hasOffer) && (state === undefined || row.state === state) &&
    (terminal === undefined || row.terminals.includes(terminal))
  )
  const sorted = rows.toSorted((one, other) => Number(other.hasOffer) - Number(one.hasOffer))
  return { records: sorted.slice((current - 1) * size, current * size), total: rows.length, current, size,
    pages: Math.ceil(rows.length / size) }
}

/** The flow of a form: its changeable settings, the shipped version that waits, and past decisions. @throws Missing */
export async function flowView({ db, flows, directory, owners, groups }: FlowViewContext, form: Form): Promise<FlowView> {
  const pointer = await mustPoint(db, form.key)
  const { flow } = await flows.pinned(db, form.key, pointer.hash)
  const [decisions, offer] = await Promise.all([publicationsOf(db, form.key, 50), offerOf({ db, flows, owners }, form, pointer)])
  return {
    ...rowOf(form, pointer, await rowFacts({ db, flows, directory, groups }, [form])),
    current: pointer.hash,
    shipped: pointer.shipped,
    nodes: nodesOf(flow).map(nodeView),
    settings: settingsView(flow.settings, form),
    initiatorPolicies: initiatorPolicies(form, flow),
    ...(await startersView(db, directory, flow, offer?.differences)),
    offer,
    history: decisions.map(({ seq, choice, version, shippedVersion, reason, by, at }): FlowDecision => ({ id: String(seq), choice, version,
      shipped: shippedVersion, reason, by: personOf(by, directory), at: nowOf(at) })
    ),
  }
}

async function offerOf({ db, flows, owners }: Omit<FlowViewContext, keyof RowContext>, form: Form,
  pointer: FlowPointer): Promise<FlowOffer | null> {
  if (pointer.base === null || !hasOffer(pointer)) return null
  const [base, shipped, own] = await Promise.all(
    [pointer.base, pointer.shipped, pointer.hash].map((hash) => flows.pinned(db, pointer.key, hash)),
  )
  if (!base || !shipped || !own) return null
  const { at } = await db.selectFrom('definition_shipped').select('at').where('kind', '=', 'flow').where('key', '=', pointer.key)
    .executeTakeFirstOrThrow()
  return { version: shipped.version, base: base.version, at: nowOf(at),
    differences: flowDifferences({ base: base.flow, shipped: shipped.flow, own: own.flow }),
    owners: ownerNames(form, owners, [base, shipped, own]) }
}

/** Names for the owner rules of these versions; removed fields are left out. */
function ownerNames({ fields }: Form, owners: readonly RecordOwners[], versions: readonly PinnedFlow[]): FlowOffer['owners'] {
  const paths = new Set(versions.flatMap(({ flow }) => nodesOf(flow).flatMap(ownerPathsOf)))
  return Object.fromEntries([...paths].flatMap((path) => {
    const [owner, field] = [owners.find(({ of }) => of === kindAt(fields, path)), fieldAt(fields, path)]
    return owner && field ? [[path, { owner: { cn: owner.cn, en: owner.en }, field: { cn: field.cn, en: field.en } }]] : []
  }))
}

interface RowFacts extends RowContext {
  readonly drafts: ReadonlyMap<string, number>
  /** Reasons of the last publications, by form. */
  readonly reasons: ReadonlyMap<string, string>
  readonly terminals: ReadonlyMap<string, TerminalSetting>
  /** Forms whose documents only some people may start. */
  readonly limited: ReadonlySet<string>
}

async function rowFacts({ db, flows, ...context }: RowContext & Pick<FlowViewContext, 'db' | 'flows'>,
  forms: readonly Form[]): Promise<RowFacts> {
  const [drafts, reasons, settings, inForce] = await Promise.all([draftCounts(db), lastReasons(db), terminals(db).of(forms),
    flows.currents(db, forms)])
  const limited = forms.filter((_, index) => {
    const starters = inForce[index]?.flow.settings.starters
    return starters !== undefined && !isEverybody(starters)
  })
  return { ...context, drafts, reasons, terminals: settings, limited: new Set(limited.map(({ key }) => key)) }
}

function rowOf({ key, cn, en, group, prefix, terminals: declared }: Form, pointer: FlowPointer,
  { directory, groups, drafts, reasons, terminals: settings, limited }: RowFacts): FlowRow {
  const known = groups.find(({ id }) => id === group)
  const setting = settings.get(key) ?? { terminal: declared, version: 0 }
  return { key, cn, en, group: known ? { cn: known.cn, en: known.en } : { cn: group, en: group }, version: pointer.version,
    by: pointer.base === null ? null : personOf(pointer.by, directory), at: nowOf(pointer.at), hasOffer: hasOffer(pointer),
    state: pointer.isStopped ? 'stopped' : 'published', drafts: drafts.get(key) ?? 0, reason: reasons.get(key) ?? '', prefix,
    terminals: setting.terminal, terminalVersion: setting.version, isLimited: limited.has(key) }
}

const personOf = (id: string, directory: FlowViewContext['directory']) => ({ id, name: directory.person(id)?.name ?? id })
