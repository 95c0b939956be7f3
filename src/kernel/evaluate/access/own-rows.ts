import { memoize } from '#kernel/memoize.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'

/** Tables of which each approver at a node fills in only their own rows: table key → key of the owner column. */
export type OwnTables = ReadonlyMap<string, string>

const none: OwnTables = new Map()

/** The tables with owned rows at a node; empty at the start, where the initiator fills in every row. */
export const ownTables = (form: Form, at: string | undefined): OwnTables => (at === undefined ? undefined : tablesOf(form).get(at)) ?? none

const tablesOf: (form: Form) => ReadonlyMap<string, OwnTables> = memoize((form) => {
  const ownedAt = (node: string): OwnTables =>
    new Map(Object.entries(form.fields).flatMap(([key, { owner }]) => {
      const column = typeof owner === 'object' ? owner[node] : owner
      return column === undefined ? [] : [[key, column]]
    }))
  return new Map(
    nodesOf(form.flow).flatMap(({ id, ...node }) => (node.block === 'approve' && node.rows === 'own' ? [[id, ownedAt(id)]] : [])),
  )
})

/** Returns whether a row's owner is none of the people for whom the current user acts. */
export const isOthers = (person: unknown, { actsFor = [] }: Pick<FormFacts, 'actsFor'>): boolean =>
  typeof person !== 'string' || !actsFor.includes(person)
