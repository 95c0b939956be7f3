import { memoize } from './memoize.ts'
import { defineFlow } from './flow.ts'
import { defineForm, type Form } from './form.ts'
import type { Resource } from './resource.ts'

/** A record's fields as a form that nobody approves: conditions, defaults and limits mean the same in both. */
export const recordForm: (resource: Resource) => Form = memoize(({ name, cn, en, path, fields }) =>
  defineForm({ key: name, cn, en, path, prefix: '', group: '', icon: '', fields, flow: defineFlow([]) })
)
