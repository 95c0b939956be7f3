import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { editablePaths } from '#kernel/evaluate/access/editable.ts'
import { pathsOf } from '#kernel/evaluate/path.ts'
import { columnAccesses, formSubject } from '#kernel/fields/disclosure.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import declarations from '#resources/declarations.ts'
import { type Caller, nobody } from '#server/identity/caller.ts'
import { withDecidedView } from './decided-view.ts'
import { accessIn, accessOnScreen, nodesOfPerson } from './disclosed-values.ts'

const forms = new Map(declarations.flatMap((plugin) => plugin.forms).map((form) => [form.key, form]))

/** The form with confidential fields at some paths. */
function confidentialAt(form: Form, paths: readonly string[], visibleTo: { readonly roles: readonly string[] }): Form {
  const guarded = (fields: Fields, prefix: string): Fields =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, {
      ...field,
      ...(field.columns && { columns: guarded(field.columns, `${key}.`) }),
      ...(paths.includes(prefix + key) && { visibleTo }),
    }]))
  return { ...form, fields: guarded(form.fields, '') }
}

const process = (person: string, node: string) =>
  ({ starter: 'starter', applicant: 'applicant',
    runs: [{ tasks: [{ id: 't', person, state: 'running', node }] }] }) as unknown as DocumentState

it('of a decision withholds what the screen withheld from its author, and nothing else', () => {
  fc.assert(
    fc.property(fc.constantFrom(...forms.keys()), fc.infiniteStream(fc.nat(1000)), fc.constantFrom('starter', 'other'),
      (key, numbers, person) => {
        const form = forms.get(key)!
        const next = (below: number) => numbers.next().value % below
        const pick = <Item>(items: readonly Item[]) => items[next(items.length)]!
        const paths = pathsOf(form.fields)
        const some = () => Array.from({ length: next(4) }, () => pick(paths))
        const [pinned, today] = [some(), some()].map((secret) => confidentialAt(form, secret, { roles: ['director'] })) as [Form, Form]
        const columns = Object.fromEntries(some().map((path) => [path, pick(columnAccesses)]))
        const reader: Caller = { ...nobody, id: person, roles: next(2) === 0 ? ['director'] : ['clerk'],
          columns: next(2) === 0 ? {} : { [formSubject(form.key)]: columns } }
        const node = pick(nodesOf(form.flow)).id
        const document = process(person, node)
        const open = editablePaths(pinned, node)
        const access = accessIn({ form: pinned, today, reader, document, nodes: nodesOfPerson(document, person), open })
        const shown = accessOnScreen({ form: pinned, access }, open)
        const withheld = Object.fromEntries(
          paths.map((path) => [path, shown(path)]).filter(([, each]) => ['hidden', 'masked'].includes(each!)),
        )

        const passed = { type: 'passed', by: person, at: '', run: 'r', node, task: 't', result: 'passed' } as unknown as Event
        const [event] = withDecidedView([passed], { form: pinned, today, process: document, value: {}, reader })
        expect((event as { readonly view?: { readonly withheld: unknown } }).view?.withheld).toEqual(withheld)
      }),
    { numRuns: 300 },
  )
})
