import { loadParts } from '#fields/registry.ts'
import { compileForm } from '#kernel/evaluate/plan/plan.ts'
import type { Form } from '#kernel/form.ts'
import { loadRenderers } from '../resource/renderers.tsx'

/** Maximum duration of uninterrupted compilation in ms; then the browser gets a turn. */
const stretch = 12

/** Loads the input components of a form and compiles its expressions, so that it renders at once. */
export async function prepareFiling(form: Form): Promise<Form> {
  await Promise.all([loadRenderers(), loadParts(form, 'Input'), compileForm(form, pauses())])
  return form
}

/** Loads the read-only components of a form and compiles its expressions. */
export async function prepareReading(form: Form): Promise<Form> {
  await Promise.all([loadRenderers(), loadParts(form, 'Cell'), compileForm(form, pauses())])
  return form
}

/** Creates a function that yields to the browser if the current stretch is over. */
function pauses(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < stretch) return
    await new Promise((resolve) => setTimeout(resolve))
    begun = performance.now()
  }
}
