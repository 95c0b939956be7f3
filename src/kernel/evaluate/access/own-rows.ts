import { memoize } from '#kernel/memoize.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'

/** Tables of which everybody who acts at a node fills in their own rows: by table the column that says whose a row is. */
export type OwnTables = ReadonlyMap<string, string>

const none: OwnTables = new Map()

/** The tables of a node; none at the start, where whoever files fills in every row. */
export const ownTables = (form: Form, at: string | undefined): OwnTables => (at === undefined ? undefined : tablesOf(form).get(at)) ?? none

const tablesOf: (form: Form) => ReadonlyMap<string, OwnTables> = memoize((form) => {
  const owned = new Map(Object.entries(form.fields).flatMap(([key, { owner }]) => (owner === undefined ? [] : [[key, owner]])))
  return new Map(nodesOf(form.flow).flatMap((node) => (node.block === 'approve' && node.rows === 'own' ? [[node.id, owned]] : [])))
})

/** Returns whether a row of this person is none of those for whom somebody acts. */
export const isOthers = (person: unknown, { actsFor = [] }: Pick<FormFacts, 'actsFor'>): boolean =>
  typeof person !== 'string' || !actsFor.includes(person)
