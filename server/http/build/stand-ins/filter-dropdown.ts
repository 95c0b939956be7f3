interface Filter {
  readonly value: unknown
  readonly children?: readonly Filter[]
}

/**
 * In the place of what antd draws for the `filters` of a column, a tree among it: lists are narrowed by the server (`lean-libraries.ts`).
 */
export default function FilterDropdown(): never {
  throw new Error('The build leaves out the filters of columns: narrow the list with its search form')
}

/** Values of a column's filters, as antd's table asks for them. */
export const flattenKeys = (filters: readonly Filter[] | undefined): readonly unknown[] =>
  (filters ?? []).flatMap(({ value, children }) => [value, ...flattenKeys(children)])
