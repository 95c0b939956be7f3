import { defineFlow } from './flow.ts'
import { defineForm, type Form } from './form.ts'
import type { Resource } from './resource.ts'

const forms = new WeakMap<Resource, Form>()

/** A record's fields as a form that nobody approves: conditions, defaults and limits mean the same in both. */
export function recordForm(resource: Resource): Form {
  let form = forms.get(resource)
  if (!form) {
    const { name, cn, en, path, fields } = resource
    form = defineForm({ key: name, cn, en, path, prefix: '', group: '', icon: '', fields, flow: defineFlow([]) })
    forms.set(resource, form)
  }
  return form
}
