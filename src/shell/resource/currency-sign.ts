import type { Resource } from '#kernel/resource.ts'

/**
 * What stands before an amount of a record: the code of the record's own currency, where it has one and it is not RMB.
 * A field whose name ends in `Rmb` is RMB always.
 */
export function currencySign({ fields }: Pick<Resource, 'fields'>, record: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const holder = Object.keys(fields).find((key) => fields[key]?.kind === 'currency')
  const code = holder === undefined ? undefined : record[holder]
  return typeof code !== 'string' || code === 'CNY' || name.endsWith('Rmb') ? undefined : `${code} `
}
