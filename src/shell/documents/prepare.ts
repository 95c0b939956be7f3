import { loadParts } from '#fields/load-parts.ts'
import { compileForm } from '#kernel/evaluate/plan/plan.ts'
import type { Form } from '#kernel/form.ts'
import { loadRenderers } from '../resource/renderers.tsx'

/** Milliseconds that expressions are compiled at a stretch: the browser answers in between. */
const stretch = 12

/** Loads the controls of a form and compiles its expressions, so that it can be filled in at once. */
export async function prepareFiling(form: Form): Promise<Form> {
  await Promise.all([loadRenderers(), loadParts(form, 'Input'), compileForm(form, pauses())])
  return form
}

/** Loads what the values of a form are read in, and compiles its expressions. */
export async function prepareReading(form: Form): Promise<Form> {
  await Promise.all([loadRenderers(), loadParts(form, 'Cell'), compileForm(form, pauses())])
  return form
}

/** Lets the browser take a turn once a stretch is over. */
function pauses(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < stretch) return
    await new Promise((resolve) => setTimeout(resolve))
    begun = performance.now()
  }
}
