import { fieldAt } from '#kernel/evaluate/path.ts'
import { nodesOf, ownerPathsOf } from '#kernel/flow/flow-nodes.ts'
import type { FlowDecision, FlowOffer, FlowRow, FlowView } from '#kernel/flow/flow-version.ts'
import type { Form } from '#kernel/form.ts'
import type { FormGroup, RecordOwners } from '#kernel/plugin.ts'
import { kindAt } from '#kernel/record-kinds.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { Definitions, PinnedFlow } from '../definitions/definition-store.ts'
import { initiatorPolicies, nodeView, settingsView, startersView } from './change-flow.ts'
import { mustPoint } from './decide.ts'
import { draftCounts } from '../flow-designs/drafts.ts'
import { flowDifferences } from './flow-difference.ts'
import { type FlowPointer, flowPointers, hasOffer, lastReasons, publicationsOf } from './flow-store.ts'

interface FlowFilter {
  readonly keyword: string
  readonly offers: boolean
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
export async function flowPage({ db, ...context }: RowContext & Pick<FlowViewContext, 'db'>, forms: ReadonlyMap<string, Form>,
  { keyword, offers, current, size }: FlowFilter) {
  const known = new Map((await flowPointers(db)).map((pointer) => [pointer.key, pointer]))
  const [drafts, reasons] = await Promise.all([draftCounts(db), lastReasons(db)])
  const needle = keyword.trim().toLowerCase()
  const rows = [...forms.values()].flatMap((form) => {
    const pointer = known.get(form.key)
    return pointer && `${form.cn} ${form.en} ${form.prefix}`.toLowerCase().includes(needle) && (!offers || hasOffer(pointer))
      ? [rowOf(form, pointer, { ...context, drafts, reasons })]
      : []
  })
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
    ...rowOf(form, pointer, { directory, groups, drafts: await draftCounts(db), reasons: await lastReasons(db) }),
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
}

function rowOf({ key, cn, en, group }: Form, pointer: FlowPointer, { directory, groups, drafts, reasons }: RowFacts): FlowRow {
  const known = groups.find(({ id }) => id === group)
  return { key, cn, en, group: known ? { cn: known.cn, en: known.en } : { cn: group, en: group }, version: pointer.version,
    by: pointer.base === null ? null : personOf(pointer.by, directory), at: nowOf(pointer.at), hasOffer: hasOffer(pointer),
    state: pointer.isStopped ? 'stopped' : 'published', drafts: drafts.get(key) ?? 0, reason: reasons.get(key) ?? '' }
}

const personOf = (id: string, directory: FlowViewContext['directory']) => ({ id, name: directory.person(id)?.name ?? id })
