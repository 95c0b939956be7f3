import { describe, expect, it } from 'vitest'
import declared from '#resources/declarations.ts'
import { recordForm } from '#kernel/record-form.ts'
import type { Form } from '#kernel/form.ts'
import { describeForm } from '#kernel/wording/describe.ts'
import { aboutInWords, fieldsInWords, nodesInWords, rulesInWords } from './definition-words.ts'

/** The definition of a form in words, a line for each field, step and rule. */
function inWords(declaration: Form): string {
  const form = describeForm(declaration)
  const parts = [[aboutInWords(form)], ['Fields', ...fieldsInWords(form)], ['Steps', ...nodesInWords(form)], ['Rules',
    ...rulesInWords(form)]]
  return parts.map((lines) => lines.join('\n')).join('\n\n') + '\n'
}

const forms = declared.flatMap(({ id, forms: own }) => own.map((form) => [`${id}/${form.key}`, form] as const))
const parameters = declared.flatMap(({ id, dictionaries }) =>
  dictionaries.filter((dictionary) => dictionary.parameters).map((dictionary) => [`${id}/${dictionary.key}`, dictionary] as const)
)
const changed = (name: string) => `${name} is another definition now: read the difference, and keep it with \`npm run definitions\``

describe('the shipped definitions', () => {
  it.each(forms)('of %s are those of its file', async (name, form) => {
    await expect(inWords(form), changed(name)).toMatchFileSnapshot(`definitions/${name}.txt`)
  })

  it.each(parameters)('of the parameters %s are those of their file', async (name, { items }) => {
    const lines = items.map(({ value, cn, meaning }) => `${value} ${cn}: ${meaning?.cn} | ${meaning?.en}`)
    await expect(`${lines.join('\n')}\n`, changed(name)).toMatchFileSnapshot(`definitions/${name}.parameters.txt`)
  })

  it('of the register of what was paid beside the approvals are those of its file', async () => {
    const register = declared.flatMap(({ resources }) => resources).find(({ name }) => name === 'offlineReimbursement')!
    const headings = register.import?.columns.map(({ field, cn }) => cn ?? register.fields[field]?.cn) ?? []
    const words = [...fieldsInWords(describeForm(recordForm(register))), '', 'Template', ...headings].join('\n')
    await expect(`${words}\n`, changed('offlineReimbursement')).toMatchFileSnapshot('definitions/expenses/offlineReimbursement.txt')
  })

  it('have both languages everywhere', () => {
    for (const { fields, sections, rules, flow, ...form } of declared.flatMap(({ forms: own }) => own)) {
      const labels = Object.values(fields).flatMap((field) => [field, ...Object.values(field.columns ?? {})]).flatMap((
        field,
      ) => [field, ...(field.options ?? []), ...(field.hint ? [field.hint] : [])])
      for (const { cn, en } of [form, ...labels, ...sections, ...rules, ...(flow.steps as unknown as { cn: string; en: string }[])]) {
        expect([cn, en]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/[A-Za-z0-9]/)])
        expect(en.replace('“中文/English”', '')).not.toMatch(/\p{Script=Han}/u)
      }
    }
  })
})
