import { memoize } from './memoize.ts'
import { defineFlow } from './flow.ts'
import { defineForm, type Form } from './form.ts'
import type { Resource } from './resource.ts'

/** A resource as a form without approval steps, so that conditions, defaults and limits are evaluated by the same code. */
export const recordForm: (resource: Resource) => Form = memoize(({ name, cn, en, path, fields }) =>
  defineForm({ key: name, cn, en, path, prefix: '', group: '', icon: '', fields, flow: defineFlow([]) })
)
