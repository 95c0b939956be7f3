import { memoize } from '#kernel/memoize.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import { nodesOf, ownerPathsOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import { kindAt, type RecordKind } from '#kernel/record-kinds.ts'
import type { Label } from '#kernel/wording/label.ts'

const textOf: (flow: Flow) => string = memoize((flow) => JSON.stringify(flow))

/** The record kinds of the form whose owners approve at some node. */
export const ownersAsked = ({ fields }: Form, flow: Flow): readonly RecordKind[] =>
  nodesOf(flow).flatMap(ownerPathsOf).flatMap((path) => kindAt(fields, path) ?? [])

const mentioned = new WeakMap<Flow, Fields>()

/** The fields, with their tables, that a flow mentions, and those that define payees: conditions see the records of no other fields. */
export function fieldsOfFlow({ fields }: Form, flow: Flow): Fields {
  let found = mentioned.get(flow)
  if (!found) mentioned.set(flow, found = among(fields, new Set(textOf(flow).match(/\w+/g))))
  return found
}

function among(fields: Fields, words: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, field]) => {
    if (field.columns) return [[key, { ...field, columns: among(field.columns, words) }]]
    return words.has(key) || field.as === 'payee' || field.as === 'payeeName' ? [[key, field]] : []
  }))
}

const startLabel: Label = { cn: '发起', en: 'Start' }

/** Names of the nodes of a flow, the start node among them. */
export const nodeNames: (flow: Flow) => ReadonlyMap<string, Label> = memoize((flow) =>
  new Map([['start', startLabel], ...nodesOf(flow).map(({ id, cn, en }) => [id, { cn, en }] as const)])
)
