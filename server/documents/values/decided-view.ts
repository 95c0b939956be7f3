import { editablePaths } from '#kernel/evaluate/access/editable.ts'
import { fieldAt, pathsOf } from '#kernel/evaluate/path.ts'
import { confidentialPaths } from '#kernel/fields/confidential.ts'
import { disclosedValue, formSubject } from '#kernel/fields/disclosure.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DecidedView, Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { Caller } from '#server/identity/caller.ts'
import { contentOf, contentOfForm } from '../definitions/definition-store.ts'
import { accessIn, accessOnScreen, nodesOfPerson } from './disclosed-values.ts'

interface Deciding {
  /** The pinned form. */
  readonly form: Form
  /** The form in force: fields that are confidential now are so in every document. */
  readonly today: Form
  /** The state before the decision. */
  readonly process: DocumentState
  /** The value with the decider's own changes. */
  readonly value: FormValue
  readonly reader: Caller
}

type Decided = Extract<Event, { readonly view?: DecidedView }>

const isDecision = (event: Event): event is Decided => ['passed', 'objected', 'refused', 'returned'].includes(event.type)

/** The events of an action; a decision of its caller has the proof of what they saw. */
export function withDecidedView(events: readonly Event[], deciding: Deciding): readonly Event[] {
  return events.map((event) =>
    isDecision(event) && event.by === deciding.reader.id ? { ...event, view: viewAt(event.node, deciding) } : event
  )
}

function viewAt(node: string, { form, today, process, value, reader }: Deciding): DecidedView {
  const withheld: Record<string, 'hidden' | 'masked'> = {}
  const paths = withholdable({ form, today, reader })
  if (paths.length > 0) {
    const open = editablePaths(form, node)
    const access = accessIn({ form, today, reader, document: process, nodes: nodesOfPerson(process, reader.id), open })
    const shown = accessOnScreen({ form, access }, open)
    for (const path of paths) {
      const allowed = shown(path)
      if (allowed === 'hidden' || allowed === 'masked') withheld[path] = allowed
    }
  }
  return viewOf({ form: contentOfForm(form), withheld }, value)
}

/** Paths that may be withheld from a reader: all where their roles limit columns, otherwise confidential fields and account numbers. */
function withholdable({ form, today, reader }: Pick<Deciding, 'form' | 'today' | 'reader'>): readonly string[] {
  if (reader.columns[formSubject(form.key)] !== undefined) return pathsOf(form.fields)
  const [own, current] = [guardedPaths(form.fields), guardedPaths(today.fields)]
  return own === current ? own : pathsOf(form.fields).filter((path) => own.includes(path) || current.includes(path))
}

/** Paths of confidential fields and of account numbers. */
const guardedPaths: (fields: Fields) => readonly string[] = memoize((fields) => {
  const confidential = confidentialPaths(fields)
  return pathsOf(fields).filter((path) => confidential.has(path) || fieldAt(fields, path)?.masked === true)
})

/** The view of a value under a form; the hash is the same for the same labels, layout and visible values. */
const viewOf = ({ form, withheld }: Omit<DecidedView, 'hash'>, value: FormValue): DecidedView => ({ form, withheld,
  hash: contentOf({ form, withheld, value: disclosedValue(value, (path) => withheld[path] ?? 'full') }) })

/** Returns whether the view that a decision keeps follows from the value of then under a stored form; true where none is kept. */
export function isProven(event: Event, value: FormValue, stored: ReadonlySet<string>): boolean {
  const view = isDecision(event) ? event.view : undefined
  return view === undefined || (stored.has(view.form) && viewOf(view, value).hash === view.hash)
}
