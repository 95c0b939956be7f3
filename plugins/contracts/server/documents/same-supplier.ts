import type { FieldProblem } from '#kernel/errors.ts'
import { keyTo } from '#kernel/fields/roles.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'

/**
 * Problem if the document's supplier differs from the contract's: compared by record, or by name if the contract only has a name, in which
 * case it must be confirmed.
 */
export async function otherSupplier({ db, form, value, references }: Pick<DocumentStep, 'db' | 'form' | 'value' | 'references'>,
  contract: FormValue): Promise<FieldProblem[]> {
  const field = keyTo(form.fields, 'supplier') ?? ''
  const supplier = value[field]
  if (typeof supplier !== 'string' || supplier === '') return []
  if (contract['supplier']) return contract['supplier'] === supplier ? [] : [{ field, code: 'contracts.otherSupplier' }]
  const names = await namesOf({ db, references }, supplier)
  return names.length === 0 || names.includes(plain(String(contract['counterparty'])))
    ? []
    : [{ field, code: 'contracts.otherCounterparty', level: 'confirm' }]
}

async function namesOf({ db, references }: Pick<DocumentStep, 'db' | 'references'>, supplier: string): Promise<string[]> {
  const [record] = (await references.source('supplier')?.find(db, [supplier])) ?? []
  return record ? Object.values(splitName(record.name)).map(plain) : []
}

const plain = (name: string): string => name.replaceAll(/\s+/g, '').toLowerCase()
