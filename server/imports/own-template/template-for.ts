import type { Host } from '#server/host.ts'
import type { Importer } from '../importer.ts'
import { templateOf, type TemplateDependencies } from '../template/template.ts'
import { filledTemplate } from './own-template.ts'

interface TemplateRequest extends Omit<TemplateDependencies, 'host'> {
  readonly host: Pick<Host, 'db' | 'references' | 'clock' | 'directory' | 'importTemplates' | 'departments'>
  /** See {@link ImportTemplateQuery}. */
  readonly target: string
}

/** The template: the company's own if there is one, else the product's. */
export async function templateFor<Value, Lookups>(importer: Importer<Value, Lookups>,
  { target, ...parts }: TemplateRequest): Promise<Buffer> {
  const { host, caller, locale } = parts
  const own = await host.importTemplates?.find(host.db, { target, locale, company: await companyOf(host, caller) })
  return (own && (await filledTemplate(own, importer, parts))) ?? templateOf(importer, parts)
}

async function companyOf(host: TemplateRequest['host'], { departments: [main] }: TemplateRequest['caller']): Promise<string | null> {
  return main === undefined ? null : ((await host.directory(host.db)).department(main)?.company ?? null)
}
