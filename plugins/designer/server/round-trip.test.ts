import { describe, expect, it } from 'vitest'
import { bodyOfForm, formOfBody } from '#kernel/wording/describe.ts'
import type { Form } from '#kernel/form.ts'
import plugins from '#resources/declarations.ts'
import { formInput } from '#server/documents/definitions/form-input.ts'
import { shippedDefinitions } from '#server/documents/definitions/definition-store.ts'
import { flowInput } from '#server/documents/flow-analysis/flow-input.ts'
import { declaredOwners } from '#server/extensions/record-owners.ts'
import { newContent } from '../company.ts'
import { contentOfForm, insertField, removeField } from '../model/content.ts'
import { formInForce } from '../overlay/merge.ts'
import { overlayBetween } from '../overlay/overlay.ts'
import { inOrder, written } from './designs.ts'

const owners = declaredOwners(plugins)
/** Hashes of the canonical bodies of form and flow, with the order of the fields, which is content as well. */
const hashesOf = (form: Form) => [...shippedDefinitions(form, owners).map(({ content }) => content), Object.keys(form.fields).join(' ')]

/** A form as the server reads what the designer sends. */
function sent(form: Form): Form {
  const body = JSON.parse(JSON.stringify(form)) as Form
  return formOfBody(formInput.parse(bodyOfForm(body)), flowInput.parse(body.flow))
}

describe.each(plugins.flatMap(({ forms }) => forms).map((form) => [form.key, form] as const))('%s', (key, form) => {
  it('is the same by its hash when it is opened in the designer and saved unchanged', () => {
    const saved = sent(contentOfForm(form).form)
    const parts = overlayBetween(form, saved)
    expect(parts).toEqual([])
    const inForce = formInForce(form, { over: key, base: form, parts }, { needs: {}, plugins: [] }).form
    expect(hashesOf(inForce)).toEqual(hashesOf(form))
    expect(hashesOf(saved)).toEqual(hashesOf(form))
    const changed = insertField(contentOfForm(form), 'ownNote', { kind: 'text', cn: '说明', en: 'Note' }, {})
    expect(hashesOf(changed.form)[0]).not.toBe(hashesOf(form)[0])
    expect(hashesOf(removeField(changed, 'ownNote').form)).toEqual(hashesOf(form))
  })

  it('is the same by its hash when a design that begins as it is saved unchanged', () => {
    const content = newContent({ urlPage: 'copy', prefix: 'FBFB', group: 'administration', cn: '副本', en: 'Copy' }, form)
    const stored = inOrder(content.form)
    expect(hashesOf(stored)).toEqual(hashesOf(content.form))
    expect(written({ ...content, form: sent(stored) }).hash).toBe(written({ ...content, form: stored }).hash)
  })
})
