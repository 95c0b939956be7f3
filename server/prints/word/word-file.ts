import type { ReadDocument } from '#server/documents/read-document.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { printSourceOf, type PrintWish } from '../printout-of.ts'
import { convertedToPdf, officeProgram } from './convert.ts'
import type { NamedTemplate, WordTemplateQuery, WordTemplateSource } from './source.ts'
import { fillTemplate } from './templates.ts'
import { wordDataOf } from './word-data.ts'

/** The documents that Word templates make possible. */
export interface WordWays {
  /** There is a template that can be filled. */
  readonly word: boolean
  /** Its PDF looks like the template. */
  readonly pdf: boolean
  readonly template: NamedTemplate | null
}

/** Returns whether a document can be printed as Word, and as the PDF made of it. */
export async function wordWays(context: CommandContext, document: ReadDocument,
  { templates, locale }: { templates: WordTemplateSource | undefined } & Pick<PrintWish, 'locale'>): Promise<WordWays> {
  const template = (document.form.print === false ? undefined : await templates?.named(context.db, wantedBy(document, locale))) ?? null
  return { word: template !== null, pdf: template !== null && officeProgram(context.host.env.libreOfficePath) !== undefined, template }
}

/** The template of a document's type filled for its reader; undefined where there is none. @throws Refused */
export async function wordFileOf(context: CommandContext, document: ReadDocument,
  { templates, ...wish }: PrintWish & { templates: WordTemplateSource | undefined }): Promise<Buffer | undefined> {
  const template = await templates?.find(context.db, wantedBy(document, wish.locale))
  if (!template) return undefined
  return fillTemplate(template.content, wordDataOf(await printSourceOf(context, document, { ...wish, locale: template.locale })))
}

/** The same as PDF; undefined where there is no template, or nothing that makes a PDF of it. */
export async function wordPdfOf(context: CommandContext, document: ReadDocument,
  wish: PrintWish & { templates: WordTemplateSource | undefined }): Promise<Buffer | undefined> {
  const program = officeProgram(context.host.env.libreOfficePath)
  if (program === undefined) return undefined
  const word = await wordFileOf(context, document, wish)
  if (!word) return undefined
  return convertedToPdf(program, word).catch((error: unknown) => {
    context.host.log.warn({ err: error }, 'A Word template was not converted to PDF')
    return undefined
  })
}

function wantedBy({ form, value }: ReadDocument, locale: PrintWish['locale']): WordTemplateQuery {
  const company = value['company']
  return { businessType: form.key, company: typeof company === 'string' ? company : null, locale }
}
