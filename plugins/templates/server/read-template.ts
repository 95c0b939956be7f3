import type { Form } from '#kernel/form.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Host } from '#server/host.ts'
import { tagsOf } from '#server/prints/word/tags.ts'
import { checkTemplate } from '#server/prints/word/templates.ts'

/** Finds a printable form. @throws Missing */
export function printedForm({ plugins }: Pick<Host, 'plugins'>, businessType: string): Form {
  const form = plugins.flatMap(({ forms }) => forms).find(({ key }) => key === businessType)
  if (!form || form.print === false) throw new Missing('templates.noForm')
  return form
}

/** Validates a file as a print template of a form. @throws Refused with all problems */
export async function demandTemplate(content: Uint8Array, form: Form): Promise<void> {
  const problems = await checkTemplate(content, tagsOf(form))
  if (problems.length === 0) return
  throw new Refused('templates.wrong', { count: problems.length },
    problems.map(({ code, parameters = {} }) => ({ field: 'file', code: `prints.word.${code}`, parameters })))
}
