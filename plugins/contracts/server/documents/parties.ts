import type { FieldProblem } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'

/** The name of the supplier or customer that a contract is with; nothing where only a name was entered. */
export async function partyName({ db, value, references }: Pick<DocumentStep, 'db' | 'value' | 'references'>): Promise<string | undefined> {
  for (const kind of ['supplier', 'customer'] as const) {
    const id = value[kind]
    const [record] = typeof id === 'string' && id !== '' ? ((await references.source(kind)?.find(db, [id])) ?? []) : []
    if (record) return splitName(record.name).cn
  }
  return undefined
}

/** Refuses a contract of a company with itself. */
export async function partyProblems(
  { db, value: { counterparty, signCompany } }: Pick<DocumentStep, 'db' | 'value'>,
): Promise<FieldProblem[]> {
  if (typeof counterparty !== 'string' || typeof signCompany !== 'string') return []
  const company = await db.selectFrom('sys_dict_data').select(['label', 'local_name']).where('type', '=', 'company').where('value', '=',
    signCompany).executeTakeFirst()
  return [company?.label, company?.local_name].includes(counterparty.trim())
    ? [{ field: 'counterparty', code: 'contracts.withOneself' }]
    : []
}
